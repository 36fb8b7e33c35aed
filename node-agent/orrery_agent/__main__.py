"""`python -m orrery_agent`."""

import sys

from orrery_agent.main import main

sys.exit(main())
