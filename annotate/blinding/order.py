"""Each coder's own order, and the order in which an adjudicator sees the codings of a unit."""

from __future__ import annotations

import hashlib
import heapq
import hmac
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["GAP", "OrderedUnit", "build_order", "build_sides"]

GAP = 10
"""Units between two with the same question, where counts allow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedUnit:
    """A unit to be ordered: its blind id and the text by which neighbours are told to be alike (the question)."""

    blind_id: str
    question: str


def build_order(secret: bytes, pseudonym: str, units: Sequence[OrderedUnit], *, gap: int = GAP) -> list[str]:
    """The blind ids in this coder's order: by HMAC, then moved so that one question does not come twice within ``gap``.

    The order depends on the secret, the pseudonym, the blind ids and the shown questions alone. A question that is too
    frequent for the gap gets the widest one that the counts allow; the others keep theirs.

    Examples
    --------
    >>> units = [OrderedUnit(blind_id=f"U{i}", question="ab"[i % 2]) for i in range(4)]
    >>> order = build_order(bytes(32), "C-AAAAA", units, gap=1)
    >>> [int(u[1]) % 2 for u in order] in ([0, 1, 0, 1], [1, 0, 1, 0])
    True
    """
    drawn = sorted(units, key=lambda unit: _draw(secret, "order-v1", pseudonym, unit.blind_id))
    line = _Line(drawn, gap)
    return [drawn[line.next_position()].blind_id for _ in drawn]


class _Line:
    """Questions in line for the next place: the earliest drawn goes first, unless the most pressing can wait no longer."""

    def __init__(self, drawn: Sequence[OrderedUnit], gap: int) -> None:
        self.gap = gap
        self.slots = len(drawn)
        self.step = 0
        self.waiting: dict[str, deque[int]] = {}
        for position, unit in enumerate(drawn):
            self.waiting.setdefault(unit.question, deque()).append(position)
        self.gaps = _build_gaps({question: len(queue) for question, queue in self.waiting.items()}, gap)
        self.tally = Counter(self._need(question) for question in self.waiting)
        self.earliest = [(queue[0], question) for question, queue in self.waiting.items()]
        self.pressing = [(-self._need(question), queue[0], question) for question, queue in self.waiting.items()]
        heapq.heapify(self.earliest)
        heapq.heapify(self.pressing)
        self.resting: list[tuple[int, int, str]] = []  # (step of return, the next unit's position, question)

    def next_position(self) -> int:
        """The position, in the drawn order, of the unit that comes next."""
        while self.resting and self.resting[0][0] <= self.step:
            self._release()
        self._drop_stale()
        if not self.earliest:  # the counts don't allow the gaps: the one that rested longest comes back early
            self._release()
        question = self.pressing[0][2] if self._is_tight() else self.earliest[0][1]
        queue = self.waiting[question]
        self.tally[self._need(question)] -= 1
        position = queue.popleft()
        self.step += 1
        self.slots -= 1
        if queue:
            self.tally[self._need(question)] += 1
            heapq.heappush(self.resting, (self.step + self.gaps[question], queue[0], question))
        return position

    def _need(self, question: str) -> int:
        """How many places the question spans at least, from its next unit to its last."""
        return (len(self.waiting[question]) - 1) * (self.gaps[question] + 1)

    def _is_tight(self) -> bool:
        """Whether the most pressing questions need all places that are left (with one gap to spare)."""
        most = max(need for need, questions in self.tally.items() if questions)
        return most + self.tally[most] + self.gap >= self.slots

    def _release(self) -> None:
        _, position, question = heapq.heappop(self.resting)
        heapq.heappush(self.earliest, (position, question))
        heapq.heappush(self.pressing, (-self._need(question), position, question))

    def _drop_stale(self) -> None:
        while self.earliest and not self._is_head(*self.earliest[0]):
            heapq.heappop(self.earliest)
        while self.pressing and not self._is_head(*self.pressing[0][1:]):
            heapq.heappop(self.pressing)

    def _is_head(self, position: int, question: str) -> bool:
        queue = self.waiting[question]
        return bool(queue) and queue[0] == position


def _build_gaps(counts: dict[str, int], gap: int) -> dict[str, int]:
    """For each question the gap, or the widest that its count allows next to all questions that are as frequent."""
    places = sum(counts.values())
    as_frequent = {count: sum(other >= count for other in counts.values()) for count in set(counts.values())}
    return {
        question: gap if count == 1 else min(gap, (places - as_frequent[count]) // (count - 1) - 1)
        for question, count in counts.items()
    }


def build_sides(secret: bytes, blind_id: str, pseudonyms: Sequence[str]) -> list[str]:
    """The pseudonyms in the order in which the screen calls them A, B …, for one unit.

    Examples
    --------
    >>> sorted(build_sides(bytes(32), "AAAAAAAAAA", ["C-B", "C-A"]))
    ['C-A', 'C-B']
    """
    return sorted(pseudonyms, key=lambda pseudonym: _draw(secret, "sides-v1", pseudonym, blind_id))


def _draw(secret: bytes, purpose: str, pseudonym: str, blind_id: str) -> bytes:
    return hmac.digest(secret, f"{purpose}\0{pseudonym}\0{blind_id}".encode(), hashlib.sha256)
