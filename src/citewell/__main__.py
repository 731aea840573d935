"""`python -m citewell`: the command."""

import sys

from citewell.apps.cli import main

if __name__ == "__main__":
    sys.exit(main())
