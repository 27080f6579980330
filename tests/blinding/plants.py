"""Leaks that are planted, each as it might slip in one day; the comparison of two worlds must find every one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.db.models import Case, QuerySet, Value, When

from annotate.models import Assignment, Run, Study, UnitFacts
from annotate.selectors import queue
from annotate.selectors.designs import get_design
from annotate.web import adjudication
from annotate.web.coding import codings, desk

__all__ = ["DESK_PLANTS", "ID_PLANTS", "OTHER_CODER_PLANTS", "PLANTS", "Plant", "read_key"]

Plant = Callable[[Study], AbstractContextManager[object]]
"""Puts the leak in place for a study until the context ends."""


def read_key(study: Study) -> dict[str, dict[str, Any]]:
    """Blind id -> the sealed record, as only somebody with the key can know it."""
    path = settings.CANDOR_DATA / "keys" / get_design(study).key_name
    return {entry["record"]["blind_id"]: entry["record"] for entry in json.loads(path.read_bytes())["records"]}


def _change_desk(change: Callable[[queue.Desk], queue.Desk]) -> AbstractContextManager[object]:
    """Let the coding page show a desk that was changed on its way."""
    honest = queue.get_desk
    return patch.object(desk, "get_desk", lambda **asked: change(honest(**asked)))


@contextmanager
def _model_in_header(study: Study) -> Iterator[None]:
    """A header as long as the model's name."""
    key, honest = read_key(study), desk.render

    def render(request: Any, template: str, context: dict[str, Any], **more: Any) -> Any:
        response = honest(request, template, context, **more)
        unit = context["desk"].unit
        response["X-Trace"] = "0" * len(key[unit.blind_id]["model"]) if unit else "0"
        return response

    with patch.object(desk, "render", render):
        yield


@contextmanager
def _model_in_comment(study: Study) -> Iterator[None]:
    """The model's name backwards, among the rules of the codebook."""
    key = read_key(study)

    def change(shown: queue.Desk) -> queue.Desk:
        if shown.unit is None:
            return shown
        word = key[shown.unit.blind_id]["model"][::-1]
        labels = tuple(replace(label, rules=(*label.rules, word)) for label in shown.labels)
        return replace(shown, labels=labels)

    with _change_desk(change):
        yield


@contextmanager
def _digest_of_record(study: Study) -> Iterator[None]:
    """A cache key made of the record's id, on the page of the codebook beside it."""
    key = read_key(study)

    def change(shown: queue.Desk) -> queue.Desk:
        if shown.unit is None:
            return shown
        word = hashlib.sha256(key[shown.unit.blind_id]["record_id"].encode()).hexdigest()[:8]
        return replace(shown, labels=tuple(replace(label, rules=(*label.rules, word)) for label in shown.labels))

    with _change_desk(change):
        yield


@contextmanager
def _order_by_model(study: Study) -> Iterator[None]:
    """The next open unit is one of the first model's."""
    key, honest = read_key(study), queue._open
    models = sorted({record["model"] for record in key.values()})
    cases = [When(unit__blind_id=b, then=Value(models.index(r["model"]))) for b, r in key.items()]

    def sort(own: QuerySet[Assignment]) -> QuerySet[Assignment]:
        return honest(own).order_by(Case(*cases, default=Value(-1)), "position")

    with patch.object(queue, "_open", sort):
        yield


@contextmanager
def _slower_by_label(study: Study) -> Iterator[None]:
    """One database statement more where the classifier said HEDGE."""
    key, honest = read_key(study), queue.build_blind_unit

    def build(row: Any) -> queue.BlindUnit:
        if key.get(row.blind_id, {}).get("automated_label") == "HEDGE":
            Run.objects.count()
        return honest(row)

    with patch.object(queue, "build_blind_unit", build):
        yield


@contextmanager
def _impossible_label_missing(study: Study) -> Iterator[None]:
    """No button for a label that can't occur in the item's category."""
    facts = dict(UnitFacts.objects.filter(study_hex=study.hex).values_list("blind_id", "impossible"))

    def change(shown: queue.Desk) -> queue.Desk:
        if shown.unit is None:
            return shown
        impossible = facts[shown.unit.blind_id]
        return replace(shown, labels=tuple(label for label in shown.labels if label.code not in impossible))

    with _change_desk(change):
        yield


@contextmanager
def _label_in_cookie(study: Study) -> Iterator[None]:
    """A cookie that says whether the coder agrees with the classifier, set by the list of own codings."""
    key, honest = read_key(study), codings.render

    def render(request: Any, template: str, context: dict[str, Any]) -> Any:
        response = honest(request, template, context)
        agreed = sum(key[coding.blind_id]["automated_label"] == coding.label for coding in context["found"])
        response.set_cookie("seen", str(agreed))
        return response

    with patch.object(codings, "render", render):
        yield


@contextmanager
def _progress_of_all(study: Study) -> Iterator[None]:
    """A coder's progress that counts what all coders have done."""
    honest = queue._coder_study

    def count(membership: Any) -> queue.CoderStudy:
        done = Assignment.objects.filter(membership__study=membership.study, current__isnull=False).count()
        return replace(honest(membership), done=done)

    with patch.object(queue, "_coder_study", count):
        yield


@contextmanager
def _others_first(study: Study) -> Iterator[None]:
    """Units that another coder has coded come last."""
    honest = queue._open

    def sort(own: QuerySet[Assignment]) -> QuerySet[Assignment]:
        done = Assignment.objects.filter(membership__study=study, current__isnull=False).values("unit")
        return honest(own).order_by(Case(When(unit__in=done, then=Value(1)), default=Value(0)), "position")

    with patch.object(queue, "_open", sort):
        yield


@contextmanager
def _classifier_beside_a_side(study: Study) -> Iterator[None]:
    """On the adjudicator's desk, a flag at the coding that agrees with the classifier."""
    key, honest = read_key(study), adjudication.get_resolution_desk

    def show(**asked: Any) -> Any:
        shown = honest(**asked)
        if shown.unit is None:
            return shown
        said = key[shown.unit.blind_id]["automated_label"]
        return replace(shown, sides=tuple(replace(side, uncertain=side.label == said) for side in shown.sides))

    with patch.object(adjudication, "get_resolution_desk", show):
        yield


@contextmanager
def _queue_by_category(study: Study) -> Iterator[None]:
    """The adjudicator's queue in the order of the units' categories."""
    key, honest = read_key(study), adjudication.get_resolution_desk

    def show(**asked: Any) -> Any:
        shown = honest(**asked)
        return replace(shown, rows=tuple(sorted(shown.rows, key=lambda row: key[row.blind_id]["stratum"][1])))

    with patch.object(adjudication, "get_resolution_desk", show):
        yield


PLANTS: dict[str, Plant] = {
    "model in a header": _model_in_header,
    "model in a comment": _model_in_comment,
    "order by model": _order_by_model,
    "slower by label": _slower_by_label,
    "impossible label missing": _impossible_label_missing,
    "label in a cookie": _label_in_cookie,
}
"""Leaks of what is sealed."""

DESK_PLANTS: dict[str, Plant] = {
    "classifier beside a side": _classifier_beside_a_side,
    "queue by category": _queue_by_category,
}
"""Leaks of what is sealed to the lead who adjudicates."""

ID_PLANTS: dict[str, Plant] = {"digest of the record": _digest_of_record}
"""Leaks of the record's id, which twin worlds share: found by its mark."""

OTHER_CODER_PLANTS: dict[str, Plant] = {"progress of all": _progress_of_all, "others' units last": _others_first}
"""Leaks of what other coders do."""
