"""``python -m scoring COMMAND``."""

import sys

from scoring.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
