"""The commands of ``python -m scoring``, each also a function of the same name that returns the JSON object."""

from scoring.cli.agreement import agreement
from scoring.cli.inspect import inspect
from scoring.cli.sample import sample
from scoring.cli.score import score
from scoring.cli.validate import validate
from scoring.cli.verify import verify

__all__ = ["agreement", "inspect", "sample", "score", "validate", "verify"]
