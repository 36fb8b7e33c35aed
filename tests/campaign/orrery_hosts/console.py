"""The real console with a clock that can be stepped: `python -m orrery_hosts.console`."""

from __future__ import annotations

import sys

from orrery_backend.main import main

from orrery_hosts.clocks import follow_clock

if __name__ == "__main__":
    follow_clock()
    sys.exit(main())
