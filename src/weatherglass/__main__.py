"""`python -m weatherglass`."""

from weatherglass.cli import main

main()
