"""Sealing: what is shown, what goes to the key, the commitment recomputed by hand, orders and assignments."""

from __future__ import annotations

import hashlib
import json
import stat
from dataclasses import replace

import pytest

from annotate.blinding.blind_ids import build_blind_id
from annotate.blinding.entropy import build_fixed_entropy
from annotate.errors import NotFound, Refused
from annotate.models import Assignment, BlindUnit, UnitFacts
from annotate.selectors.designs import get_design
from annotate.services.seal_study import seal_study
from tests.state_records import build_records
from tests.states import NOW, State, get_key_path, list_events, make_people, make_run, make_study

pytestmark = pytest.mark.django_db


def read_key(state: State) -> dict[str, object]:
    return json.loads(get_key_path(state).read_bytes())


def merkle(leaves: list[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    at = 1
    while at * 2 < len(leaves):
        at *= 2
    return hashlib.sha256(b"\x01" + merkle(leaves[:at]) + merkle(leaves[at:])).digest()


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def test_the_commitment_is_recomputed_from_the_key_alone() -> None:
    state = make_study("sealed")
    key, design = read_key(state), get_design(state.study)
    leaves = [
        hashlib.sha256(b"\x00keyleaf-v1\x00" + bytes.fromhex(entry["salt"]) + canonical(entry["record"])).digest()
        for entry in key["records"]
    ]
    head = b"\x02keyroot-v1\x00" + bytes.fromhex(design.run_sha256) + bytes.fromhex(design.plan_sha256)
    whole = hashlib.sha256(head + len(leaves).to_bytes(8, "big") + merkle(leaves)).hexdigest()
    assert whole == design.commitment == json.loads(design.commitment_document)["commitment"]
    sealed = [facts for type_, facts in list_events(state) if type_ == "key.sealed"]
    assert [(facts["commitment"], facts["n"], facts["sample_sha256"]) for facts in sealed] == [
        (whole, 18, design.sample_sha256)
    ]


def test_the_key_holds_what_coders_must_not_see_and_names_each_unit() -> None:
    state = make_study("sealed")
    key, records = read_key(state), {str(r["record_id"]): r for r in build_records()}
    assert (key["format"], key["study"], key["n"]) == ("key-v1", state.study.hex, 18)
    secret = bytes.fromhex(key["blind_secret"])
    assert len({entry["salt"] for entry in key["records"]}) == 18
    assert all(len(bytes.fromhex(entry["salt"])) == 32 for entry in key["records"])
    for entry in key["records"]:
        sealed = entry["record"]
        record = records[sealed["record_id"]]
        assert sealed["blind_id"] == build_blind_id(secret, sealed["record_id"])
        assert (sealed["model"], sealed["automated_label"]) == (record["model"], record["automated_label"])
        assert sealed["stratum"] == [record["model"], record["category"]]
        assert (sealed["drawn"], sealed["available"], sealed["repeat"], sealed["masked"]) == (3, 6, 0, [])
        assert sealed["original_sha256"] == hashlib.sha256(str(record["response"]).encode()).hexdigest()
        unit = BlindUnit.objects.get(study=state.study, blind_id=sealed["blind_id"])
        assert sealed["shown_sha256"] == hashlib.sha256(unit.shown.encode()).hexdigest()
        assert json.loads(unit.shown) == {
            name: record.get(name) for name in ("question", "context", "gold_answers", "response")
        }


def test_the_key_file_is_the_owner_s_alone_in_a_folder_of_its_own() -> None:
    path = get_key_path(make_study("sealed"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_units_lie_in_the_order_of_their_blind_ids() -> None:
    state = make_study("sealed")
    rows = list(BlindUnit.objects.filter(study=state.study).order_by("pk").values_list("blind_id", flat=True))
    assert rows == sorted(rows) == [entry["record"]["blind_id"] for entry in read_key(state)["records"]]
    facts = {f.blind_id: f.impossible for f in UnitFacts.objects.filter(study_hex=state.study.hex)}
    categories = {entry["record"]["blind_id"]: entry["record"]["stratum"][1] for entry in read_key(state)["records"]}
    assert all(facts[b] == (["CONFIDENT_CORRECT"] if categories[b] == "FEQ" else []) for b in rows)


def test_only_the_plan_s_fields_are_copied() -> None:
    make_study("sealed", settings={"fields": ["response"]})
    assert all(list(json.loads(unit.shown)) == ["response"] for unit in BlindUnit.objects.all())


def test_each_coder_codes_everything_in_an_order_of_their_own_with_questions_apart() -> None:
    records = build_records(models=("north-1", "north-2", "south-1", "south-2"), items=24)
    state = make_study("sealed", records=records, settings={"per_stratum": 24})
    orders = []
    for number in range(2):
        own = Assignment.objects.select_related("unit").filter(membership=state.membership(number)).order_by("position")
        assert [a.position for a in own] == list(range(1, 193))
        questions = [json.loads(a.unit.shown)["question"] for a in own]
        last: dict[str, int] = {}
        for place, question in enumerate(questions):
            assert place - last.get(question, -99) > 10, "ten units between two with the same question"
            last[question] = place
        orders.append([a.unit.blind_id for a in own])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def test_k_of_n_codings_are_balanced_within_each_stratum() -> None:
    state = make_study("sealed", coders=4, settings={"codings_per_unit": 2})
    strata = {e["record"]["blind_id"]: tuple(e["record"]["stratum"]) for e in read_key(state)["records"]}
    loads = {}
    for assignment in Assignment.objects.select_related("unit", "membership"):
        loads.setdefault(strata[assignment.unit.blind_id], []).append(assignment.membership.pseudonym)
    assert Assignment.objects.count() == 36
    for names in loads.values():
        counts = [names.count(state.membership(number).pseudonym) for number in range(4)]
        assert max(counts) - min(counts) <= 1
    totals = [Assignment.objects.filter(membership=state.membership(number)).count() for number in range(4)]
    assert totals == [9, 9, 9, 9]
    pairs = {}
    for assignment in Assignment.objects.all():
        pairs.setdefault(assignment.unit_id, set()).add(assignment.membership_id)
    assert {len(pair) for pair in pairs.values()} == {2}
    assert len({frozenset(pair) for pair in pairs.values()}) == 6, "each pair of coders meets"


def test_a_study_without_coders_is_sealed_without_assignments() -> None:
    make_study("sealed", coders=0)
    assert (BlindUnit.objects.count(), Assignment.objects.count()) == (18, 0)


@pytest.mark.parametrize("coders, each", [(1, None), (2, 1), (2, 3), (1, 1)])
def test_too_few_coders_are_refused(coders: int, each: int | None) -> None:
    state = make_study("drawn", coders=coders, settings={"codings_per_unit": each})
    with pytest.raises(Refused, match="at least two coders"):
        seal_study(actor=state.lead, study=state.study, now=NOW)
    assert (state.study.phase, BlindUnit.objects.count()) == ("draft", 0)


def test_a_study_that_is_not_drawn_is_refused() -> None:
    state = make_study("draft")
    with pytest.raises(Refused, match="Draw the sample"):
        seal_study(actor=state.lead, study=state.study, now=NOW)


def test_only_a_lead_seals() -> None:
    state = make_study("drawn")
    for account in (state.coders[0], state.analyst, state.people.administrator):
        with pytest.raises(NotFound):
            seal_study(actor=account, study=state.study, now=NOW)


def test_missing_values_of_strata_and_texts_are_kept_as_null() -> None:
    records = build_records()
    for record in records:
        record |= {"family": None, "subcategory": None, "automated_label": None}
    state = make_study("sealed", records=records, settings={"by": ["family", "subcategory", "model"]})
    strata = {tuple(entry["record"]["stratum"]) for entry in read_key(state)["records"]}
    assert {stratum[0] for stratum in strata} == {None}
    assert {entry["record"]["automated_label"] for entry in read_key(state)["records"]} == {None}


def test_two_studies_with_the_same_people_share_no_identifier() -> None:
    people = make_people()
    run = make_run(people)
    one = make_study("sealed", name="One", people=people, run=run)
    two = make_study("sealed", name="Two", people=people, run=run)
    shared = set(one.study.units.values_list("blind_id", flat=True)) & set(
        two.study.units.values_list("blind_id", flat=True)
    )
    names = {s.membership(n).pseudonym for s in (one, two) for n in (0, 1)}
    assert (shared, len(names)) == (set(), 4)
    assert len({one.study.slug, two.study.slug, one.study.hex, two.study.hex}) == 4


def test_with_the_same_entropy_the_key_is_the_same_to_the_byte() -> None:
    people = make_people()
    run = make_run(people)
    keys = []
    for name in ("One", "Two"):
        state = make_study("drawn", name=name, people=replace(people, coders=()), run=run)
        seal_study(actor=state.lead, study=state.study, now=NOW, entropy=build_fixed_entropy("the same"))
        keys.append({**read_key(state), "study": None})
    assert keys[0] == keys[1]
