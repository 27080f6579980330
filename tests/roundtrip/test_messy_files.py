"""Messy files are refused in one clear summary, and nothing of them stays behind in the application."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.data_folder import PROJECT, build_environment, run_manage
from tests.state_records import build_records

Outcomes = dict[str, dict[str, dict[str, object]]]

COMMANDS = ("import_run", "inspect")
FILES = 81


@pytest.fixture(scope="module")
def data(migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("messy") / "data"
    shutil.copytree(migrated_folder, folder)
    return folder


def try_files(data: Path, *files: Path) -> Outcomes:
    target = data.parent / "outcomes.json"
    subprocess.run(
        [sys.executable, "-m", "tests.roundtrip.messy", str(target), *map(str, files)],
        cwd=PROJECT,
        env=build_environment(data),
        check=True,
        timeout=300,
    )
    outcomes: Outcomes = json.loads(target.read_text(encoding="utf-8"))
    return outcomes


@pytest.fixture(scope="module")
def outcomes(data: Path, shared_data: Path) -> Outcomes:
    files = sorted(path for part in ("csv", "json") for path in (shared_data / "messy_files" / part).iterdir())
    assert len(files) == FILES
    return try_files(data, *files)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_file_is_refused_in_one_summary(outcomes: Outcomes, command: str) -> None:
    for name, outcome in outcomes.items():
        found = outcome[command]
        summary, *problems = str(found["err"]).splitlines()
        assert (found["code"], found["out"]) == (2, ""), name
        assert re.match(rf"{re.escape(name)}(:\d+)?(: | has \d+ problems; | is | spreads )", summary), summary
        assert all(re.match(rf"{re.escape(name)}(:\d+)?: |and \d+ more$", line) for line in problems), problems
        assert len(problems) <= 51, name
        assert "Traceback" not in str(found["err"]), name


def test_lines_are_named_where_there_are_any(outcomes: Outcomes) -> None:
    with_lines = [name for name, o in outcomes.items() if re.search(r"(:|line )\d+", str(o["import_run"]["err"]))]
    assert len(with_lines) > FILES / 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf16"])
def test_other_encodings_are_named(outcomes: Outcomes, encoding: str) -> None:
    names = [name for name in outcomes if encoding in Path(name).name.lower()]
    assert names
    assert all("UTF-16" in str(outcomes[name]["import_run"]["err"]) for name in names)


def test_nothing_is_stored(outcomes: Outcomes, data: Path) -> None:
    assert [name for name, outcome in outcomes.items() if outcome["stored"]] == []
    assert [path.name for path in (data / "vault").rglob("*") if path.is_file()] == []


def test_a_good_file_is_stored_and_seen_to_be(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "good.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in build_records()), encoding="utf-8")
    outcome = try_files(data, path)[str(path)]
    assert (outcome["import_run"]["code"], outcome["inspect"]["code"], outcome["stored"]) == (0, 0, True)


@pytest.mark.parametrize("name", ["json/jt_n_number_NaN.json", "csv/ck_test_utf16_big.csv"])
def test_the_command_itself_refuses(data: Path, shared_data: Path, name: str) -> None:
    run_manage(build_environment(data), "import_run", str(shared_data / "messy_files" / name), exit_code=2)
