"""Drawing: the frozen plan, the seed from outside, the sample that anyone can repeat, and a redraw."""

from __future__ import annotations

import hashlib
import json

import pytest

from annotate.errors import NotFound, NotReady, Refused
from annotate.models import Deviation
from annotate.selectors.designs import get_design, get_plan, get_run_data, get_sampled
from annotate.services.draw_sample import draw_sample
from annotate.vault.documents import get_document_path
from scoring.records import draw_sample as draw_from_run
from scoring.results import Sample
from tests.state_records import build_records
from tests.states import NOW, State, list_events, make_study

pytestmark = pytest.mark.django_db


def draw(state: State, outside: str = "6 1 4 3", kind: str = "outside") -> Sample:
    return draw_sample(actor=state.lead, study=state.study, outside=outside, kind=kind, now=NOW)


def test_the_seed_binds_run_plan_and_outside_value() -> None:
    state = make_study("draft")
    sample = draw(state, "  6 1 4 3\n")
    design = get_design(state.study)
    plan_sha256 = hashlib.sha256(design.plan.encode()).hexdigest()
    text = f"seed-v1\0{design.run_sha256}{plan_sha256}\0006 1 4 3"
    assert sample.seed == design.seed == hashlib.sha256(text.encode()).hexdigest()
    assert (design.outside_kind, design.outside_value) == ("outside", "6 1 4 3")


def test_anyone_repeats_the_sample_from_run_and_seed() -> None:
    state = make_study("drawn")
    design = get_design(state.study)
    again = draw_from_run(get_run_data(state.run), by=("model", "category"), per_stratum=3, seed=design.seed)
    assert get_sampled(design) == again
    assert design.sampled == len(again.records) == 18
    joined = hashlib.sha256("\n".join(again.records).encode()).hexdigest()
    assert design.sample_sha256 == joined


def test_plan_seed_and_sample_are_events_and_the_plan_is_a_document() -> None:
    state = make_study("drawn")
    design = get_design(state.study)
    events = dict(list_events(state))
    assert [type_ for type_, _ in list_events(state)][-3:] == ["plan.frozen", "seed.fixed", "sample.drawn"]
    assert (events["plan.frozen"]["plan_sha256"], events["plan.frozen"]["version"]) == (design.plan_sha256, 1)
    assert events["seed.fixed"]["outside"] == {"kind": "outside", "value": "6 1 4 3"}
    assert (events["sample.drawn"]["sample_sha256"], events["sample.drawn"]["n"]) == (design.sample_sha256, 18)
    assert get_document_path(design.plan_sha256).read_text(encoding="utf-8") == design.plan


def test_the_same_value_again_changes_nothing() -> None:
    state = make_study("drawn")
    before, plan = list_events(state), get_design(state.study).plan
    assert draw(state) == get_sampled(get_design(state.study))
    assert (list_events(state), get_design(state.study).plan) == (before, plan)


@pytest.mark.parametrize("outside, kind", [("1 1 1 1", "outside"), ("6 1 4 3", "own")])
def test_another_value_is_a_redraw_with_a_new_plan_version(outside: str, kind: str) -> None:
    state = make_study("drawn")
    first = get_design(state.study)
    sample = draw(state, outside, kind)
    design = get_design(state.study)
    assert get_plan(design).version == 2
    assert design.plan_sha256 != first.plan_sha256
    assert sample.seed == design.seed != first.seed
    assert Deviation.objects.filter(code="redraw").count() == 1
    assert [type_ for type_, _ in list_events(state)].count("plan.frozen") == 2


def test_the_lead_s_own_seed_is_a_weakness_on_record() -> None:
    state = make_study("draft")
    draw(state, "my choice", "own")
    assert Deviation.objects.get().code == "own_seed"


@pytest.mark.parametrize("outside", ["", " \n", "a\0b", "x" * 501, "\ud800"])
def test_values_that_cannot_be(outside: str) -> None:
    state = make_study("draft")
    with pytest.raises(Refused, match="value from outside"):
        draw(state, outside)
    assert get_design(state.study).seed == ""


def test_a_kind_that_nobody_knows() -> None:
    with pytest.raises(Refused):
        draw(make_study("draft"), "1", "dice")


def test_a_run_without_a_countable_record_is_refused() -> None:
    records = [{**record, "eligible": False} for record in build_records()]
    state = make_study("draft", records=records)
    with pytest.raises(Refused, match="no record that can be drawn"):
        draw(state)
    assert get_design(state.study).plan_sha256 == ""


def test_short_strata_give_what_they_have() -> None:
    state = make_study("drawn", settings={"per_stratum": 50})
    assert all(
        (cell.drawn, cell.wanted, cell.is_short) == (6, 50, True)
        for cell in get_sampled(get_design(state.study)).strata
    )


def test_same_items_for_all_models() -> None:
    state = make_study("drawn", settings={"same_items": True})
    names = {str(r["record_id"]): r for r in build_records()}
    drawn = [names[record_id] for record_id in get_sampled(get_design(state.study)).records]
    by_model = {model: {r["item_id"] for r in drawn if r["model"] == model} for model in {r["model"] for r in drawn}}
    assert len({frozenset(items) for items in by_model.values()}) == 1


def test_before_drawing_there_is_no_sample() -> None:
    state = make_study("draft")
    with pytest.raises(NotReady, match="draw it first"):
        get_sampled(get_design(state.study))


def test_a_run_that_was_changed_in_the_vault_is_not_drawn_from(data_folder: object) -> None:
    from annotate.vault.folders import get_folder

    state = make_study("draft")
    path = get_folder("runs") / f"{state.run.sha256}.parquet"
    path.chmod(0o644)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(NotReady, match="was changed in the vault"):
        draw(state)
    path.unlink()
    with pytest.raises(NotReady, match="is missing from the vault"):
        draw(state)


def test_only_a_lead_draws() -> None:
    state = make_study("draft")
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            draw_sample(actor=account, study=state.study, outside="1", kind="outside", now=NOW)


def test_the_plan_is_canonical_json() -> None:
    state = make_study("drawn")
    plan = get_design(state.study).plan
    assert json.dumps(json.loads(plan), sort_keys=True, ensure_ascii=False, separators=(",", ":")) == plan
