"""One world, lived and crawled in a process of its own: ``python -m tests.blinding WORLD TARGET``.

The data folder (``CANDOR_DATA``) is a copy of a migrated one; TARGET gets the pickled ``Visit``.
"""

from __future__ import annotations

import pickle
import sys
from datetime import UTC, datetime
from pathlib import Path

import django

from tests.blinding import fixed


def main() -> None:
    """Fix what must be fixed, and only then load the services."""
    world, target = sys.argv[1], Path(sys.argv[2])
    fixed.fix(datetime(2030, 1, 15, 12, 0, tzinfo=UTC))
    django.setup()
    from tests.blinding.visit import visit

    target.write_bytes(pickle.dumps(visit(world)))


if __name__ == "__main__":
    main()
