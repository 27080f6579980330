"""Runs, ledger, publication and results as leads and analysts read them."""

from __future__ import annotations

import json

import pytest

from annotate.errors import NotFound, WrongPhase
from annotate.models import Account
from annotate.selectors.ledger import LedgerPage, get_ledger_page
from annotate.selectors.publication import get_publication_page, get_revision_file
from annotate.selectors.results import get_results_page
from annotate.selectors.runs import get_run_page, list_runs
from annotate.selectors.small_counts import COVERED, hide_small_counts
from annotate.selectors.tables import build_csv
from annotate.services.validation_report import validation_report
from scoring.formats import digest_of
from tests.state_records import build_records
from tests.states import NOW, State, make_run, make_study

pytestmark = pytest.mark.django_db


def ledger(state: State, account: Account | None = None, page: int = 1) -> LedgerPage:
    return get_ledger_page(account=account or state.lead, slug=state.study.slug, page=page)


class TestLedger:
    """Events newest first, a page of a hundred; labels wait for publication."""

    def test_pages_of_a_hundred(self) -> None:
        state = make_study("published", records=build_records(items=12), settings={"per_stratum": 12})
        first = ledger(state)
        assert (first.pages, len(first.events), first.events[0].seq) == (2, 100, first.count)
        assert first.head == first.events[0].hash
        second = ledger(state, page=2)
        assert (second.events[-1].seq, len(second.events)) == (1, first.count - 100)
        assert ledger(state, page=99).page == 2
        assert ledger(state, page=-1).page == 1

    def test_before_publication_no_label_is_shown(self) -> None:
        state = make_study("resolved")
        for account in (state.lead, state.analyst):
            lines = ledger(state, account).events
            hidden = [line for line in lines if line.type.startswith(("coding.", "adjudication."))]
            assert hidden
            assert {line.facts for line in hidden} == {()}
            assert not any(code in json.dumps([line.facts for line in lines]) for code in ("HEDGE", "ABSTAIN"))

    def test_after_publication_everything_public_is_shown(self) -> None:
        state = make_study("published")
        facts = [dict(line.facts) for line in ledger(state, state.analyst).events if line.type == "coding.submitted"]
        assert len(facts) == 36
        assert {fact["label"] for fact in facts} <= {"HEDGE", "ABSTAIN", "CONFIDENT_WRONG"}
        assert all(line.date == "2030-01-15" for line in ledger(state).events)

    def test_an_analyst_sees_the_seed_from_sealing_on(self) -> None:
        for phase, shown in (("drawn", False), ("sealed", True)):
            state = make_study(phase, name=phase)
            assert any(name == "seed" for line in ledger(state).events for name, _ in line.facts)
            assert any(n == "seed" for line in ledger(state, state.analyst).events for n, _ in line.facts) is shown

    def test_nested_facts_are_text(self) -> None:
        lines = {line.type: dict(line.facts) for line in ledger(make_study("sealed")).events}
        assert lines["seed.fixed"]["outside"] == '{"kind": "outside", "value": "6 1 4 3"}'

    def test_who_may_read_it(self) -> None:
        state = make_study("draft")
        for account in (state.coders[0], state.people.administrator):
            with pytest.raises(NotFound):
                ledger(state, account)


class TestRuns:
    """Runs with their scores; small counts wait while a study is open."""

    def test_the_list(self) -> None:
        state = make_study("coding")
        make_run(state.people, records=build_records(items=2), name="other-run")
        assert [(line.name, line.records, line.studies) for line in list_runs(state.analyst)] == [
            ("other-run", 12, 0),
            ("small-run", 36, 1),
        ]
        with pytest.raises(NotFound):
            list_runs(state.coders[0])

    def test_a_page_covers_while_a_study_is_open(self) -> None:
        state = make_study("coding")
        page = get_run_page(account=state.lead, name="small-run")
        assert (page.covered, page.studies, page.records, page.models, page.items) == (
            True, (state.study.slug,), 36, 3, 12,
        )  # fmt: skip
        counts = [count for model in page.scores["models"] for count in model["counts"].values()]
        assert not any(isinstance(count, int) and 0 < count < 10 for count in counts)

    def test_a_page_shows_all_when_none_is(self) -> None:
        state = make_study("published")
        page = get_run_page(account=state.analyst, name=state.run.sha256[:12])
        counts = [count for model in page.scores["models"] for count in model["counts"].values()]
        assert (page.covered, None in counts) == (False, False)
        with pytest.raises(NotFound):
            get_run_page(account=state.coders[0], name="small-run")
        with pytest.raises(NotFound):
            get_run_page(account=state.lead, name="none")


def test_what_rests_on_few_records_is_left_out() -> None:
    estimate = {"value": 0.5, "n": 40}
    small = {"value": 0.5, "n": 4}
    covered = {"value": None, "n": None, "undefined": COVERED}
    group = {
        "n": 40,
        "counts": {"A": 31, "B": 9, "C": 0},
        "ehq1": estimate,
        "ehq3": small,
        "calibration_n": 4,
        "bins": [{"n": 4, "accuracy": 1.0}, {"n": 10, "accuracy": 0.5}],
    }
    few = {"n": 9, "counts": {"A": 9, "B": 0}, "ehq1": {"value": 1.0, "n": 9}, "bins": []}
    scores = {
        "identity": "x",
        "models": [{**group, "excluded": {"empty_response": 3, "unlabelled": 12}, "categories": [few], "rank": 1.0}],
        "families": [{"family": "f", "ehq1": small}],
        "automated": {"pooled": group, "mean_of_models": {"ehq1": small}},
    }
    shown = {**group, "counts": {"A": 31, "B": None, "C": 0}, "ehq3": covered, "calibration_n": None}
    shown["bins"] = [{"n": 10, "accuracy": 0.5}]
    covered_few = {"n": None, "counts": {"A": None, "B": None}, "ehq1": covered, "bins": []}
    assert hide_small_counts(scores) == {
        "identity": "x",
        "models": [
            {**shown, "excluded": {"empty_response": None, "unlabelled": 12}, "categories": [covered_few], "rank": 1.0}
        ],
        "families": [{"family": "f", "ehq1": small}],
        "automated": {"pooled": shown, "mean_of_models": {"ehq1": small}},
    }


class TestPublication:
    """The chain of revisions and its files."""

    def test_the_page_and_the_file(self) -> None:
        state = make_study("published")
        page = get_publication_page(account=state.analyst, slug=state.study.slug)
        assert [revision.number for revision in page.revisions] == [1]
        assert dict(page.resolutions)["unanimous"] + dict(page.resolutions)["adjudicated"] == page.entries == 18
        name, data = get_revision_file(account=state.analyst, slug=state.study.slug, number=1)
        assert (name, digest_of(data)) == (page.revisions[0].name, page.revisions[0].sha256)
        with pytest.raises(NotFound):
            get_revision_file(account=state.lead, slug=state.study.slug, number=2)

    def test_an_open_study_on_the_run_covers_the_file(self) -> None:
        state = make_study("published")
        make_study("drawn", name="Other", run=state.run, people=state.people)
        assert get_publication_page(account=state.lead, slug=state.study.slug).entries == 18
        for ask in (
            lambda: get_revision_file(account=state.lead, slug=state.study.slug, number=1),
            lambda: get_results_page(account=state.lead, slug=state.study.slug),
        ):
            with pytest.raises(WrongPhase, match="on the same run is not published yet"):
                ask()

    def test_results_are_there_once_computed(self) -> None:
        state = make_study("published")
        empty = get_results_page(account=state.analyst, slug=state.study.slug)
        assert (empty.results, empty.revision, empty.sampled, empty.records) == (None, 1, 18, 36)
        computed = validation_report(actor=state.lead, study=state.study, now=NOW)
        assert get_results_page(account=state.analyst, slug=state.study.slug).results == json.loads(
            json.dumps(computed)
        )

    def test_nothing_before_publication_and_nothing_for_others(self) -> None:
        state = make_study("resolved")
        asks = (
            lambda account: get_publication_page(account=account, slug=state.study.slug),
            lambda account: get_revision_file(account=account, slug=state.study.slug, number=1),
            lambda account: get_results_page(account=account, slug=state.study.slug),
        )
        for ask in asks:
            with pytest.raises(WrongPhase):
                ask(state.lead)
            for account in (state.coders[0], state.people.administrator):
                with pytest.raises(NotFound):
                    ask(account)


def test_tables_of_pages_are_escaped() -> None:
    assert build_csv(["a", "b"], [["=1", None], ["x", 2]]) == b"a,b\n'=1,\nx,2\n"
