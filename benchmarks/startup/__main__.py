"""Prints start-up times: `python -m benchmarks.startup [--json] [--save NAME]`."""

import sys

from benchmarks.startup.command import main

sys.exit(main())
