"""The commands of ``python -m scoring``, each also a function of the same name that returns the JSON object."""

from scoring.cli.inspect import inspect
from scoring.cli.sample import sample
from scoring.cli.verify import verify

__all__ = ["inspect", "sample", "verify"]
