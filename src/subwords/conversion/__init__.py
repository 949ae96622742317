"""From one format to another: a spec with other semantics, and what changes on the way.

One module per pair of families; `export.save` puts them together.
"""

from subwords.conversion.export import FORMATS, save
from subwords.conversion.report import ConversionReport, Loss

__all__ = ["FORMATS", "ConversionReport", "Loss", "save"]
