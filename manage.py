#!/usr/bin/env python3
"""Candor's command line: ``python manage.py COMMAND``."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotate.conf.settings")
    from annotate.management.run import run_command

    sys.exit(run_command(sys.argv))
