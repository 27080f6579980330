"""Each command of ``manage.py``: one line for people, one JSON object with ``--json``, and safe to run twice."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotate.access.phases import build_diagram
from annotate.errors import Incomplete, NotFound, Refused
from annotate.models import Account, Coding, Decision, Event, Study, UnitToResolve
from tests.state_records import build_records
from tests.states import State, make_people, make_run, make_study

pytestmark = pytest.mark.django_db


def say(command: str, *arguments: str, **options: object) -> str:
    """What a command prints for people: always one line."""
    out = io.StringIO()
    call_command(command, *arguments, stdout=out, **options)
    assert out.getvalue().endswith("\n")
    return out.getvalue()[:-1]


def ask(command: str, *arguments: str, **options: object) -> dict[str, Any]:
    """What a command prints with ``--json``."""
    return json.loads(say(command, *arguments, json=True, **options))


def write_run(folder: Path) -> str:
    path = folder / "spring.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in build_records()), encoding="utf-8")
    return str(path)


def test_import_run(tmp_path: Path) -> None:
    path = write_run(tmp_path)
    first = ask("import_run", path)
    assert (first["name"], first["records"], first["models"], first["items"], first["new"]) == (
        "spring",
        36,
        3,
        12,
        True,
    )
    assert ask("import_run", path, name="other") == {**first, "new": False}
    assert say("import_run", path) == (
        f"Run spring is there already, nothing stored: 36 records, 3 models, 12 items, {first['sha256']}"
    )


def test_columns_are_renamed(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("item_id,system,category,question,response\n1,a,HNQ,Q?,R=1\n", encoding="utf-8")
    assert ask("import_run", str(path), map=["model=system"])["records"] == 1
    with pytest.raises(Refused, match="FIELD=COLUMN"):
        ask("import_run", str(path), map=["model"])


def test_create_study_from_options_and_from_a_plan_file(tmp_path: Path) -> None:
    people = make_people()
    make_run(people)
    slug = say("create_study", "First", run="small-run", coders="coder-a, coder-b", by="model", per_stratum=2)
    study = Study.objects.get(slug=slug)
    assert study.memberships.count() == 2
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"per_stratum": 4, "coders": ["coder-x"], "by": ["category"]}), encoding="utf-8")
    made = ask("create_study", "Second", run="small-run", plan=str(plan), per_stratum=5, create_coders=True)
    assert (made["phase"], made["study"] != slug) == ("draft", True)
    assert Account.objects.filter(username="coder-x").exists()
    drawn = ask("draw_sample", made["study"], outside="1")
    assert drawn["records"] == 10, "options win over the file, the file over the defaults"
    with pytest.raises(NotFound, match="No run is called"):
        ask("create_study", "Third", run="none")


def test_draw_seal_and_open_twice() -> None:
    state = make_study("draft")
    slug = state.study.slug
    drawn = ask("draw_sample", slug, outside="6 1 4 3")
    assert (drawn["records"], drawn["short"]) == (18, 0)
    assert ask("draw_sample", slug, outside="6 1 4 3") == drawn
    assert "The seed is your own" in say("draw_sample", slug, own_seed="mine")
    sealed = ask("seal_study", slug)
    assert (sealed["units"], sealed["new"]) == (18, True)
    assert ask("seal_study", slug) == {"commitment": sealed["commitment"], "new": False}
    assert say("seal_study", slug) == f"Sealed already: commitment {sealed['commitment']}"
    assert ask("open_study", slug)["new"] is True
    assert ask("open_study", slug) == {"study": slug, "phase": "coding", "new": False}


def test_short_strata_are_said() -> None:
    state = make_study("draft", settings={"per_stratum": 99})
    assert "6 strata have fewer than asked for" in say("draw_sample", state.study.slug, outside="1")


def write_codings(state: State, folder: Path) -> str:
    rows = [
        f"{unit},coder-{c},{label}" for c, label in (("a", "HEDGE"), ("b", "ABSTAIN")) for unit in state.open_units(0)
    ]
    path = folder / "codings.csv"
    path.write_text("\n".join(["blind_id,coder,label", *rows]) + "\n", encoding="utf-8")
    return str(path)


def write_decisions(folder: Path) -> str:
    path = folder / "decisions.csv"
    rows = [f"{unit.blind_id},HEDGE" for unit in UnitToResolve.objects.all()]
    path.write_text("\n".join(["blind_id,label", *rows]) + "\n", encoding="utf-8")
    return str(path)


def test_from_codings_to_the_report_each_step_twice(tmp_path: Path) -> None:
    state = make_study("coding")
    slug, codings = state.study.slug, write_codings(state, tmp_path)
    assert ask("import_codings", slug, codings) == {"codings": 36, "coders": 2, "new": True}
    assert ask("import_codings", slug, codings)["new"] is False
    assert say("import_codings", slug, codings) == "36 codings by 2 coders were imported already."
    locked = ask("lock_study", slug)
    assert (locked["planned"], locked["to_resolve"], locked["new"]) == (36, {"disagreement": 18}, True)
    assert ask("lock_study", slug) == {"study": slug, "new": False}
    decisions = write_decisions(tmp_path)
    assert ask("import_decisions", slug, decisions) == {"decided": 18, "agreed": 0, "new": True}
    assert ask("import_decisions", slug, decisions)["new"] is False
    assert say("import_decisions", slug, decisions) == "This file was imported already; nothing changed."
    published = ask("publish_adjudication", slug)
    assert (published["revision"], published["new"]) == (1, True)
    assert ask("publish_adjudication", slug) == {**published, "new": False}
    report = ask("validation_report", slug)
    assert (report["n"], report["adjudication_sha256"]) == (18, published["sha256"])
    assert json.loads(say("validation_report", slug)) == report
    scores = ask("score_run", "small-run", study=slug, revision=1)
    assert scores == report["scores"] == json.loads(say("score_run", "small-run", study=slug))
    for _ in range(2):
        out = ask("export_adjudication", slug, out=str(tmp_path))
        assert (tmp_path / out["name"]).stat().st_size > 0
        said = ask("export_codings", slug, out=str(tmp_path / "out.csv"))
        assert said["file"] == str(tmp_path / "out.csv")
    assert (Coding.objects.count(), Decision.objects.count()) == (36, 18)


def test_the_key_is_never_printed(tmp_path: Path) -> None:
    """No command between sealing and publication says which record a unit is of."""
    state = make_study("coding")
    slug = state.study.slug
    said = [say("import_codings", slug, write_codings(state, tmp_path)), say("lock_study", slug)]
    said += [say("import_decisions", slug, write_decisions(tmp_path)), say("verify_ledger", slug)]
    units = list(state.study.units.values_list("blind_id", flat=True))
    assert not any(name in text for text in said for name in [*units, *(f"r{n:04}" for n in range(36))])


def test_publication_while_another_study_is_open_leaves_the_results_for_later() -> None:
    state = make_study("resolved")
    make_study("drawn", name="Other", run=state.run, people=state.people)
    line = say("publish_adjudication", state.study.slug)
    assert "Revision 1 published" in line
    assert "Results are not computed yet" in line
    assert "\n" not in line


def test_a_further_revision_without_a_change_is_refused() -> None:
    state = make_study("published")
    with pytest.raises(Refused, match="Nothing changed since revision 1"):
        say("publish_adjudication", state.study.slug, reason="a second thought")


def test_locking_says_what_is_open_and_gives_up_with_a_reason() -> None:
    state = make_study("half coded")
    with pytest.raises(Incomplete, match="18 assignments are not coded"):
        say("lock_study", state.study.slug)
    line = say("lock_study", state.study.slug, give_up="They left.")
    assert "18 of 36 coded, 18 given up" in line
    assert "too_few" in line


def test_the_default_name_of_an_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    state = make_study("published")
    assert say("export_codings", state.study.slug, history=True, times=True) == f"codings-{state.study.slug}.csv"
    assert (tmp_path / f"codings-{state.study.slug}.csv").is_file()


def test_scores_without_a_study() -> None:
    make_run(make_people())
    assert len(ask("score_run", "small-run")["models"]) == 3
    with pytest.raises(Refused, match="--revision needs --study"):
        ask("score_run", "small-run", revision=1)


def test_create_coder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CANDOR_PASSWORD", raising=False)
    assert ask("create_coder", "ana") == {"account": "ana", "role": "coder", "can_sign_in": False}
    monkeypatch.setenv("CANDOR_PASSWORD", "quiet harbour at dusk")
    assert say("create_coder", "ben", role="analyst") == "Account ben (analyst); can sign in."
    assert say("create_coder", "ana") == "Account ana (coder); cannot yet sign in.", "an account is not changed"
    with pytest.raises(Refused, match="exists as analyst"):
        say("create_coder", "ben")


def test_the_acting_account_is_made_when_missing_and_must_be_allowed() -> None:
    assert not Account.objects.exists()
    say("create_coder", "ana")
    assert Account.objects.get(username="lead").role == "lead"
    with pytest.raises(NotFound):
        say("create_coder", "ben", actor="ana")
    say("create_coder", "ben", actor="chief")
    assert Account.objects.get(username="chief").role == "lead"


def test_verify_ledger() -> None:
    assert say("verify_ledger") == "There is no study."
    state = make_study("coding")
    other = make_study("draft", name="Other", run=state.run, people=state.people)
    facts = ask("verify_ledger")
    assert facts["ok"] is True
    assert [(s["study"], s["problem"]) for s in facts["studies"]] == [
        (state.study.slug, None),
        (other.study.slug, None),
    ]
    line = say("verify_ledger", state.study.slug)
    assert (
        line
        == f"{state.study.slug}: {facts['studies'][0]['events']} events, head {facts['studies'][0]['head']}: chain holds"
    )
    last = Event.objects.filter(study=bytes.fromhex(state.study.hex)).order_by("-seq")[0]
    Event.objects.create(study=last.study, seq=last.seq + 2, prev=last.hash, header=b"{}", hash=b"x" * 32)
    with pytest.raises(Incomplete, match="does not verify"):
        say("verify_ledger")


def test_phase_diagram(tmp_path: Path) -> None:
    assert say("phase_diagram") == build_diagram().rstrip("\n") or say("phase_diagram") == build_diagram()
    path = tmp_path / "phases.md"
    say("phase_diagram", out=str(path))
    assert build_diagram() in path.read_text(encoding="utf-8")


def test_unknown_studies_say_where_slugs_come_from() -> None:
    for command in ("seal_study", "open_study", "lock_study", "validation_report", "verify_ledger"):
        with pytest.raises(NotFound, match="create_study prints the slug"):
            say(command, "none")
