"""`python -m subwords` is the command `subwords`."""

import sys

from subwords.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
