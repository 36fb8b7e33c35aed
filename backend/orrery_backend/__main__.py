"""`python -m orrery_backend`."""

import sys

from orrery_backend.main import main

sys.exit(main())
