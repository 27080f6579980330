"""The commands of ``python -m scoring``, each also a function of the same name that returns the JSON object."""

from scoring.cli.inspect import inspect
from scoring.cli.sample import sample

__all__ = ["inspect", "sample"]
