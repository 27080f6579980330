"""People who act at the same moment, on both databases: nothing lost, nothing doubled, nobody sees an error."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

Race = Callable[..., Any]
StartRace = Callable[..., subprocess.Popen[str]]


def test_two_coders_send_all_their_labels_at_once(race: Race) -> None:
    found = race("two_coders")
    assert found["told"] == {"str": 84}
    assert (found["codings"], found["current"], found["requests"]) == (84, 84, 84)
    assert (found["events"]["coding.submitted"], found["chain"]) == (84, None)
    assert (found["done"], found["left"]) == ([42, 42], [None, None])


def test_the_same_post_twice_is_one_coding_and_one_answer(race: Race) -> None:
    found = race("same_post")
    assert found["told"] == {"str": 20}, found["messages"]
    assert (found["codings"], found["events"]["coding.submitted"], found["requests"]) == (20, 20, 20)


def test_of_three_tabs_one_is_first_and_two_are_told(race: Race) -> None:
    found = race("three_tabs")
    assert found["told"] == {"str": 20, "Conflict": 40}
    assert (found["codings"], found["current"], found["events"]["coding.submitted"]) == (20, 20, 20)
    assert found["chain"] is None


def test_of_two_leads_one_decides_and_both_are_on_record(race: Race) -> None:
    found = race("two_leads")
    units = found["units"]
    assert found["told"] == {"Decision": units, "Conflict": units}
    assert found["decisions"] == units
    assert found["events"]["adjudication.decided"] == units
    assert found["events"]["adjudication.first_judgement"] == 2 * units
    assert found["chain"] is None


def test_a_label_is_in_before_the_lock_or_was_never_acknowledged(race: Race) -> None:
    found = race("lock_while_coding")
    told = found["told"]
    assert told["Locked"] == 1
    assert set(told) <= {"Locked", "str", "WrongPhase"}, found["messages"]
    assert sum(told.values()) == 85
    assert found["codings"] == told["str"] == found["events"]["coding.submitted"]
    assert found["codings"] + found["given_up"] == found["planned"] == 84
    assert (found["events"]["study.locked"], found["chain"]) == (1, None)


def test_two_publications_are_one_revision(race: Race) -> None:
    found = race("publish_twice")
    assert (found["told"], found["new"], found["names"]) == ({"Published": 2}, [False, True], 1)
    assert (found["revisions"], found["files"]) == (1, 1)
    assert (found["events"]["key.opened"], found["events"]["revision.published"]) == (1, 1)


def test_two_sealings_are_one_key(race: Race) -> None:
    found = race("seal_twice")
    assert found["told"] == {"Sealed": 1, "WrongPhase": 1}
    assert (found["keys"], found["units"], found["planned"]) == (1, 42, 84)
    assert found["events"]["key.sealed"] == 1


def test_one_run_imported_by_four_is_one_run(race: Race) -> None:
    assert race("same_run") == {"told": {"Run": 4}, "runs": 1, "same": 1}


def test_processes_append_to_one_ledger_without_a_gap(start_race: StartRace, finish: Race, race: Race) -> None:
    slug = race("prepare")["slug"]
    before = race("report", slug)
    start = str(time.time() + 5)
    processes = [start_race("append", slug, start, "25") for _ in range(4)]
    assert [finish(process) for process in processes] == [{"appended": 25}] * 4
    after = race("report", slug)
    assert after["events"]["export.made"] == 100
    assert (sum(after["events"].values()), after["chain"]) == (sum(before["events"].values()) + 100, None)


def test_processes_that_send_the_same_labels_get_the_same_receipts(
    start_race: StartRace, finish: Race, race: Race
) -> None:
    prepared = race("prepare")
    start = str(time.time() + 5)
    said = json.dumps(prepared["units"][0])
    processes = [start_race("send", prepared["slug"], start, "0", said=said) for _ in range(3)]
    first, second, third = [finish(process)["receipts"] for process in processes]
    assert first == second == third
    assert len(set(first)) == 42
    found = race("report", prepared["slug"])
    assert (found["codings"], found["requests"], found["events"]["coding.submitted"]) == (42, 42, 42)
    assert found["chain"] is None
