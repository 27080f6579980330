"""Each step of a study's life, tried from each phase: it is taken, or refused without leaving a trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from annotate.errors import NotFound, WrongPhase
from annotate.models import BlindUnit, Phase
from annotate.services.abandon_study import abandon_study
from annotate.services.decide_unit import DecisionRequest, decide_unit, record_first_judgement
from annotate.services.draw_sample import draw_sample
from annotate.services.import_codings import import_codings
from annotate.services.import_decisions import import_decisions
from annotate.services.lock_study import lock_study
from annotate.services.open_study import open_study
from annotate.services.publish_adjudication import publish_adjudication
from annotate.services.put_off_unit import put_off_unit
from annotate.services.seal_study import seal_study
from tests.states import NOW, State, list_events, make_study

pytestmark = pytest.mark.django_db

STATES = {"draft": "drawn", "sealed": "sealed", "coding": "coding", "locked": "locked", "published": "published"}


def get_unit(state: State) -> str:
    unit = BlindUnit.objects.filter(study=state.study).first()
    return unit.blind_id if unit else "AAAAAAAAAA"


def decide(state: State) -> object:
    request = DecisionRequest(blind_id=get_unit(state), label="HEDGE", rationale="2.1", version=0)
    return decide_unit(actor=state.lead, study=state.study, request=request, now=NOW)


def judge(state: State) -> object:
    return record_first_judgement(actor=state.lead, study=state.study, blind_id=get_unit(state), label="HEDGE", now=NOW)


def write(text: str, folder: Path) -> Path:
    path = folder / "file.csv"
    path.write_text(text, encoding="utf-8")
    return path


def do_draw(state: State, folder: Path) -> object:
    return draw_sample(actor=state.lead, study=state.study, outside="1 2 3", kind="outside", now=NOW)


def do_seal(state: State, folder: Path) -> object:
    return seal_study(actor=state.lead, study=state.study, now=NOW)


def do_open(state: State, folder: Path) -> object:
    return open_study(actor=state.lead, study=state.study, now=NOW)


def do_code(state: State, folder: Path) -> object:
    return state.code(0, get_unit(state), "HEDGE", key="this step")


def do_put_off(state: State, folder: Path) -> object:
    return put_off_unit(actor=state.coders[0], slug=state.study.slug, blind_id=get_unit(state))


def do_import_codings(state: State, folder: Path) -> object:
    path = write(f"blind_id,coder,label\n{get_unit(state)},coder-a,HEDGE\n", folder)
    return import_codings(actor=state.lead, study=state.study, path=path, now=NOW)


def do_lock(state: State, folder: Path) -> object:
    if state.study.phase == Phase.CODING:
        state.code(0, get_unit(state), "HEDGE")
    return lock_study(actor=state.lead, study=state.study, now=NOW, give_up_reason="They left.")


def do_judge(state: State, folder: Path) -> object:
    return judge(state)


def do_decide(state: State, folder: Path) -> object:
    return decide(state)


def do_import_decisions(state: State, folder: Path) -> object:
    path = write(f"blind_id,label\n{get_unit(state)},HEDGE\n", folder)
    return import_decisions(actor=state.lead, study=state.study, path=path, now=NOW)


def do_publish(state: State, folder: Path) -> object:
    return publish_adjudication(actor=state.lead, study=state.study, now=NOW)


def do_abandon(state: State, folder: Path) -> object:
    return abandon_study(actor=state.lead, study=state.study, reason="No time.", now=NOW)


STEPS: dict[str, tuple[Callable[[State, Path], object], dict[str, str]]] = {
    "draw": (do_draw, {"draft": "draft"}),
    "seal": (do_seal, {"draft": "sealed"}),
    "open": (do_open, {"sealed": "coding"}),
    "code": (do_code, {"coding": "coding"}),
    "put off": (do_put_off, {"coding": "coding"}),
    "import codings": (do_import_codings, {"coding": "coding"}),
    "lock": (do_lock, {"coding": "locked"}),
    "first judgement": (do_judge, {"locked": "locked"}),
    "decide": (do_decide, {"locked": "locked"}),
    "import decisions": (do_import_decisions, {"locked": "locked"}),
    "publish": (do_publish, {"locked": "published", "published": "published"}),
    "abandon": (do_abandon, dict.fromkeys(["draft", "sealed", "coding", "locked"], "abandoned")),
}


def make(phase: str, step: str) -> State:
    if phase == "abandoned":
        state = make_study("coding")
        abandon_study(actor=state.lead, study=state.study, reason="Given up.", now=NOW)
        return state
    resolved = phase == "locked" and step == "publish"
    # every unit waits for a decision, so that the first one can be decided
    differ = lambda number, shown: ["ABSTAIN", "CONFIDENT_WRONG"][number]  # noqa: E731
    return make_study("resolved" if resolved else STATES[phase], choose=differ)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("phase", Phase.values)
def test_each_step_from_each_phase(phase: str, step: str, tmp_path: Path) -> None:
    state = make(phase, step)
    take, allowed = STEPS[step]
    before = list_events(state)
    if phase in allowed:
        take(state, tmp_path)
        state.study.refresh_from_db()
        assert state.study.phase == allowed[phase]
        return
    refused = (WrongPhase, NotFound) if get_unit(state) == "AAAAAAAAAA" else WrongPhase
    with pytest.raises(refused):
        take(state, tmp_path)
    assert state.study.phase == phase, "the object in hand must not run ahead of the database"
    state.study.refresh_from_db()
    assert state.study.phase == phase
    assert list_events(state) == before
