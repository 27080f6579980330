"""The one error tree of ``annotate``: each class has a stable code, an HTTP status and a message for people."""

from __future__ import annotations

__all__ = [
    "AnnotateError",
    "Conflict",
    "Incomplete",
    "NotFound",
    "NotReady",
    "Refused",
    "WrongPhase",
]


class AnnotateError(Exception):
    """Base of all errors that a person can cause; the message says what, where and what to do."""

    code = "error"
    status = 400
    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotFound(AnnotateError):
    """It does not exist, or it is not this person's: the two are never told apart."""

    code = "not_found"
    status = 404


class Refused(AnnotateError):
    """The request is understood and can't be carried out as it stands."""

    code = "refused"
    status = 422


class WrongPhase(AnnotateError):
    """The study's phase does not allow it."""

    code = "wrong_phase"
    status = 409


class Incomplete(AnnotateError):
    """A step needs something that is still open."""

    code = "incomplete"
    status = 409
    exit_code = 1


class Conflict(AnnotateError):
    """Somebody, or another tab, was first; nothing was overwritten.

    Parameters
    ----------
    yours, stored : the value sent and the value that stands, for people to compare.
    """

    code = "conflict"
    status = 409

    def __init__(self, message: str, *, yours: str = "", stored: str = "") -> None:
        super().__init__(message)
        self.yours = yours
        self.stored = stored


class NotReady(AnnotateError):
    """The data folder or database is not fit to start from."""

    code = "not_ready"
    status = 503
