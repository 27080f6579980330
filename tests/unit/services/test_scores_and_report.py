"""Scores before and after adjudication, the validation report, and what an open study covers."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from annotate.errors import NotFound, Refused, WrongPhase
from annotate.services.abandon_study import abandon_study
from annotate.services.score_run import score_run
from annotate.services.validation_report import validation_report
from annotate.vault.folders import get_folder
from scoring.ehq import score
from scoring.formats import default_codebook
from tests.state_records import build_records
from tests.states import NOW, State, list_events, make_people, make_run, make_study

pytestmark = pytest.mark.django_db


def report(state: State) -> dict:
    return validation_report(actor=state.analyst, study=state.study, now=NOW, entropy=state.entropy)


def list_counts(value: object, key: str = "") -> Iterator[object]:
    """All members of ``counts`` and ``excluded``, at every depth."""
    if isinstance(value, dict):
        for name, member in value.items():
            if key in {"counts", "excluded"}:
                yield member
            yield from list_counts(member, name)
    if isinstance(value, list):
        for member in value:
            yield from list_counts(member)


def test_scores_of_a_run_without_a_study() -> None:
    people = make_people()
    run = make_run(people)
    found = score_run(actor=people.analyst, run=run)
    assert [m["model"] for m in found["models"]] == ["north-1", "north-2", "south-1"]
    assert sum(m["n"] for m in found["models"]) == 36
    kept = get_folder("results") / f"scores-{found['identity']}.json"
    assert json.loads(kept.read_bytes()) == found
    assert score_run(actor=people.lead, run=run) == found
    for account in (people.coders[0], people.administrator):
        with pytest.raises(NotFound):
            score_run(actor=account, run=run)


def test_scores_before_and_after_adjudication() -> None:
    state = make_study("published")
    found = score_run(actor=state.lead, run=state.run, study=state.study)
    before = score_run(actor=state.lead, run=state.run)
    assert found["automated"]["models"] == before["models"]
    assert found["adjudicated"]["models"] == found["models"] != before["models"]
    assert {change["automated"] != change["adjudicated"] for change in found["changed"]} == {True}
    with pytest.raises(NotFound, match="no revision 2"):
        score_run(actor=state.lead, run=state.run, study=state.study, revision=2)


def test_a_study_on_another_run_is_refused() -> None:
    state = make_study("published")
    other = make_run(state.people, records=build_records(items=2), name="other-run")
    with pytest.raises(Refused, match="is on another run, not on other-run"):
        score_run(actor=state.lead, run=other, study=state.study)


def test_before_publication_there_is_no_adjudication_and_no_report() -> None:
    state = make_study("resolved")
    with pytest.raises(WrongPhase, match="from phase published on"):
        score_run(actor=state.lead, run=state.run, study=state.study)
    with pytest.raises(WrongPhase, match="from phase published on"):
        report(state)


def test_while_a_study_is_open_small_counts_of_its_run_are_hidden() -> None:
    people = make_people()
    run = make_run(people, records=build_records(items=12))
    whole = score_run(actor=people.lead, run=run)
    assert any(isinstance(count, int) and 0 < count < 10 for count in list_counts(whole))
    state = make_study("draft", people=people, run=run)
    assert score_run(actor=people.lead, run=run) == whole, "a draft that is not drawn covers nothing"
    state = make_study("drawn", name="Drawn", people=people, run=run)
    covered = score_run(actor=people.lead, run=run)
    assert not any(isinstance(count, int) and 0 < count < 10 for count in list_counts(covered))
    assert covered["identity"] == whole["identity"]
    assert [m["ehq1"] for m in covered["models"]] == [m["ehq1"] for m in whole["models"]], "whole models stay"
    abandon_study(actor=people.lead, study=state.study, reason="No time.", now=NOW)
    assert score_run(actor=people.lead, run=run) == whole


def test_the_report_holds_agreement_validity_and_scores() -> None:
    state = make_study("published")
    found = report(state)
    assert (found["study"], found["revision"], found["run_sha256"]) == (state.study.hex, 1, state.run.sha256)
    assert (found["n"], found["agreement"]["n"]) == (18, 18)
    assert found["weights"] == "equal"
    assert found["scores"] == score_run(actor=state.lead, run=state.run, study=state.study)
    assert {cell["key"][0] for cell in found["agreement"]["by"]} == {"north-1", "north-2", "south-1"}
    assert json.loads((get_folder("results") / f"validation-{found['adjudication_sha256']}.json").read_bytes()) == found
    assert list_events(state)[-1][0] == "result.computed"
    assert report(state) == found


def test_without_an_unpublished_study_on_the_run_nothing_is_covered() -> None:
    state = make_study("published")
    assert score(get_run(state), codebook=default_codebook()).as_json() == score_run(actor=state.lead, run=state.run)
    make_study("published", name="Second", run=state.run, people=state.people)
    assert report(state)


def get_run(state: State) -> object:
    from annotate.selectors.designs import get_run_data

    return get_run_data(state.run)


def test_while_another_study_on_the_run_is_open_reports_wait() -> None:
    state = make_study("published")
    other = make_study("coding", name="Another", run=state.run, people=state.people)
    for ask in (
        lambda: report(state),
        lambda: score_run(actor=state.lead, run=state.run, study=state.study),
    ):
        with pytest.raises(WrongPhase, match=f"{other.study.name} on the same run is not published yet"):
            ask()


@pytest.mark.parametrize("phase, covers", [("coding", True), ("locked", False)])
def test_a_pilot_covers_until_it_is_locked(phase: str, covers: bool) -> None:
    from annotate.selectors.runs import is_covered

    state = make_study(phase, settings={"kind": "pilot"})
    assert is_covered(state.run.sha256) is covers


def test_coders_and_administrators_get_no_report() -> None:
    state = make_study("published")
    for account in (state.coders[0], state.people.administrator):
        with pytest.raises(NotFound):
            validation_report(actor=account, study=state.study, now=NOW)
