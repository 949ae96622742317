"""Make ``src/subwords/training/_script_table.py`` from the Unicode data of the `regex` package.

python tools/make_script_table.py
"""

from __future__ import annotations

from pathlib import Path

import regex
from regex import _regex_core as core

TARGET = Path(__file__).parent.parent / "src/subwords/training/_script_table.py"
HEADER = f'''"""Unicode's property Script, made by ``tools/make_script_table.py``.

The data is that of the package `regex`, {regex.__version__}.
A line per script: its name, then ``first+more`` in hexadecimal. What is in no line is unassigned.
"""

SCRIPTS = """\\
'''


def main() -> None:
    """Write the table."""
    _, values = core.PROPERTIES["SCRIPT"]
    text = "".join(map(chr, range(0x110000)))
    numbers = {number for name, number in values.items() if name not in ("UNKNOWN", "ZZZZ")}
    lines = []
    for number in sorted(numbers):
        name = max((n for n, v in values.items() if v == number), key=len)
        found = [
            f"{match.start():x}" + (f"+{len(match[0]) - 1:x}" if len(match[0]) > 1 else "")
            for match in regex.finditer(rf"\p{{Script={name}}}+", text)
        ]
        if name == "UNKNOWN" or not found:
            continue
        line = name.lower()
        for item in found:
            if len(line) + len(item) > 97:
                lines.append(line + " \\")
                line = ""
            line += f" {item}"
        lines.append(line)
    TARGET.write_text(HEADER + "\n".join(lines).replace("\\\n", "\\\n") + '\n"""\n')


if __name__ == "__main__":
    main()
