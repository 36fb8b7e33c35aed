"""`python -m orrery_cli`."""

from orrery_cli.main import main

main()
