"""``python -m scoring COMMAND``."""

from scoring.cli.main import main

raise SystemExit(main())
