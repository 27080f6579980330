"""The command line as a user meets it: exit codes, one line instead of a traceback, JSON that can be read."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.data_folder import PROJECT, build_environment
from tests.state_records import build_records


@pytest.fixture(scope="module")
def environment(migrated_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A data folder with one run, on SQLite."""
    folder = tmp_path_factory.mktemp("commands") / "data"
    shutil.copytree(migrated_folder, folder)
    made = build_environment(folder)
    path = folder / "spring.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in build_records()), encoding="utf-8")
    assert manage(made, "import_run", str(path)).returncode == 0
    return made


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def write_bad_run(folder: Path, bad: int) -> str:
    records = build_records()
    for record in records[:bad]:
        record["confidence"] = 101
    path = folder / "bad.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def test_the_way_from_run_to_seal(environment: dict[str, str]) -> None:
    made = manage(environment, "create_study", "A study", "--run", "spring", "--per-stratum", "2")
    slug = made.stdout.strip()
    assert (made.returncode, made.stderr, len(slug)) == (0, "", 4)
    assert manage(environment, "draw_sample", slug, "--outside", "6 1").returncode == 0
    sealed = manage(environment, "seal_study", slug, "--json")
    assert json.loads(sealed.stdout)["units"] == 12
    assert manage(environment, "lock_study", slug).returncode == 2, "the wrong phase"
    assert manage(environment, "verify_ledger").returncode == 0


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("seal_study", "none"), "There is no study 'none'; create_study prints the slug."),
        (("score_run", "none"), "No run is called 'none'. Give its name or at least 8 digits of its content hash."),
        (("import_run", "none.jsonl"), "none.jsonl can't be read: No such file or directory"),
        (
            ("create_study", "x", "--run", "spring", "--per-stratum", "0"),
            "The plan's per_stratum is a whole number from 1",
        ),
        (("create_study", "x", "--run", "spring", "--coders", "a,a"), "A coder is named twice"),
    ],
)
def test_an_error_is_one_line_and_exit_2(environment: dict[str, str], arguments: tuple[str, ...], message: str) -> None:
    done = manage(environment, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    as_json = manage(environment, *arguments, "--json")
    document = json.loads(as_json.stdout)
    assert (as_json.returncode, document["ok"], document["more"]) == (2, False, 0)
    assert document["problems"][0]["message"] in as_json.stderr


def test_usage_is_exit_2_without_a_traceback(environment: dict[str, str]) -> None:
    for arguments in (
        ("draw_sample", "none"),
        ("seal_study",),
        ("no_such_command",),
        ("import_run", "--format", "xml", "x"),
    ):
        done = manage(environment, *arguments)
        assert done.returncode in {1, 2}
        assert "Traceback" not in done.stderr


def test_a_bad_file_lists_its_problems_by_line(environment: dict[str, str], tmp_path: Path) -> None:
    done = manage(environment, "import_run", write_bad_run(tmp_path, 3))
    lines = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert lines[0].endswith("bad.jsonl has 3 problems; nothing was imported")
    assert [line.split(": ")[0].rpartition("/")[2] for line in lines[1:]] == [
        "bad.jsonl:1",
        "bad.jsonl:2",
        "bad.jsonl:3",
    ]
    as_json = manage(environment, "import_run", write_bad_run(tmp_path, 3), "--json")
    document = json.loads(as_json.stdout)
    assert [(p["line"], p["field"]) for p in document["problems"]] == [(n, "confidence") for n in (1, 2, 3)]


def test_problems_beyond_fifty_are_counted(environment: dict[str, str], tmp_path: Path) -> None:
    records = [{**r, "confidence": 101} for r in build_records(items=12)]
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    done = manage(environment, "import_run", str(path), "--json")
    assert len(done.stderr.splitlines()) == 52
    assert done.stderr.splitlines()[-1] == "and 22 more"
    assert json.loads(done.stdout)["more"] == 22


def test_a_single_problem_is_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    done = manage(environment, "import_run", write_bad_run(tmp_path, 1))
    assert done.stderr.count("\n") == 1
    assert "bad.jsonl:1: confidence: " in done.stderr


def test_a_database_that_is_new_says_what_to_run(tmp_path: Path) -> None:
    done = manage(build_environment(tmp_path / "empty"), "create_coder", "ana")
    assert done.returncode == 2
    assert "python manage.py migrate" in done.stderr
    assert done.stderr.count("\n") == 1


def test_output_that_nobody_reads_is_no_error(environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "phase_diagram"],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert b"Traceback" not in err
