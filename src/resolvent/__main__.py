"""``python -m resolvent``: the command."""

import sys

from resolvent.cli import main

sys.exit(main())
