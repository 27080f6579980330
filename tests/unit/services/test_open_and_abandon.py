"""Opening a study, giving one up, and the studies and files that the command line names."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotate.errors import NotFound, Refused
from annotate.services.abandon_study import abandon_study
from annotate.services.named import (
    get_commitment,
    get_named_run,
    get_named_study,
    has_reached,
    read_codebook_file,
)
from annotate.services.open_study import open_study
from scoring.errors import BadInput
from scoring.formats import canonical_codebook, default_codebook
from tests.states import NOW, State, list_events, make_study

pytestmark = pytest.mark.django_db


def test_opening_is_an_event() -> None:
    state = make_study("sealed")
    study = open_study(actor=state.lead, study=state.study, now=NOW)
    assert (study.phase, list_events(state)[-1]) == ("coding", ("study.opened", {"date": "2030-01-15"}))


@pytest.mark.parametrize("phase", ["draft", "sealed", "coding", "locked"])
def test_a_study_is_given_up_with_a_reason(phase: str) -> None:
    state = make_study(phase)
    for reason in ("", " \n"):
        with pytest.raises(Refused, match="needs a reason"):
            abandon_study(actor=state.lead, study=state.study, reason=reason, now=NOW)
    with pytest.raises(Refused, match="a reason"):
        abandon_study(actor=state.lead, study=state.study, reason="a\0", now=NOW)
    abandon_study(actor=state.lead, study=state.study, reason=" No time. ", now=NOW)
    assert state.study.phase == "abandoned"
    assert list_events(state)[-1] == ("study.abandoned", {"reason": "No time.", "date": "2030-01-15"})


def test_only_leads_open_and_give_up() -> None:
    state = make_study("sealed")
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            open_study(actor=account, study=state.study, now=NOW)
        with pytest.raises(NotFound):
            abandon_study(actor=account, study=state.study, reason="No.", now=NOW)


def check_reached(state: State, wanted: str) -> None:
    phases = ("draft", "sealed", "coding", "locked", "published")
    reached = phases.index(wanted) if wanted in phases else -1
    assert [has_reached(state.study, phase) for phase in phases] == [n <= reached for n in range(5)]


@pytest.mark.parametrize("phase", ["draft", "sealed", "coding", "locked", "published"])
def test_how_far_a_study_is(phase: str) -> None:
    check_reached(make_study(phase), phase)


def test_an_abandoned_study_has_reached_nothing() -> None:
    state = make_study("coding")
    abandon_study(actor=state.lead, study=state.study, reason="No time.", now=NOW)
    check_reached(state, "abandoned")


def test_studies_and_runs_by_name() -> None:
    state = make_study("sealed")
    assert get_named_study(state.study.slug.upper()) == state.study
    assert get_named_run("small-run") == state.run
    assert len(get_commitment(state.study)) == 64
    with pytest.raises(NotFound, match="There is no study 'none'"):
        get_named_study("none")
    with pytest.raises(NotFound, match="No run is called 'none'"):
        get_named_run("none")


def test_a_codebook_file_or_the_default(tmp_path: Path) -> None:
    path = tmp_path / "codebook.json"
    path.write_bytes(canonical_codebook(default_codebook()))
    assert read_codebook_file(str(path)) == default_codebook()
    assert read_codebook_file(None) is None
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput):
        read_codebook_file(str(path))
