"""Importing a run: once, whole or not at all, under a name."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from annotate.errors import NotFound, Refused
from annotate.models import Run
from annotate.selectors.designs import find_run_row, get_run_data, get_run_row
from annotate.services.import_run import ImportedRun, import_run
from annotate.vault.folders import get_folder
from scoring.errors import BadInput
from tests.state_records import build_records
from tests.states import NOW, People, make_people, make_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> People:
    return make_people()


def write(folder: Path, records: list[dict[str, object]], name: str = "my.run.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def take(people: People, path: Path, **options: object) -> ImportedRun:
    return import_run(actor=people.lead, path=path, now=NOW, **options)


def list_vault() -> list[str]:
    return sorted(path.name for path in get_folder("runs").iterdir())


def test_a_run_is_a_file_in_the_vault_and_a_row_in_the_index(people: People, tmp_path: Path) -> None:
    done = take(people, write(tmp_path, build_records()))
    run = done.run
    assert done.is_new
    assert (run.name, run.records, run.model_count, run.item_count, run.imported_on) == (
        "my.run", 36, 3, 12, NOW.date(),
    )  # fmt: skip
    assert list_vault() == [f"{run.sha256}.parquet"]
    assert stat.S_IMODE((get_folder("runs") / f"{run.sha256}.parquet").stat().st_mode) == 0o444
    assert len(get_run_data(run).frame) == 36


def test_the_same_content_again_stores_nothing(people: People, tmp_path: Path) -> None:
    first = take(people, write(tmp_path, build_records()))
    again = take(people, write(tmp_path, build_records()[::-1], "other.jsonl"), name="Another name")
    assert (again.is_new, again.run) == (False, first.run)
    assert (Run.objects.count(), len(list_vault())) == (1, 1)


def test_another_run_of_that_name_is_refused(people: People, tmp_path: Path) -> None:
    take(people, write(tmp_path, build_records()), name="The run")
    other = write(tmp_path, build_records(items=2))
    with pytest.raises(Refused, match="Another run is called 'The run'"):
        take(people, other, name="The run")
    assert Run.objects.count() == 1
    assert take(people, other, name="Another").is_new


def test_a_bad_file_leaves_nothing(people: People, tmp_path: Path) -> None:
    records = build_records()
    records[7]["confidence"] = 101
    with pytest.raises(BadInput, match=r"my\.run\.jsonl:8: confidence"):
        take(people, write(tmp_path, records))
    assert (Run.objects.count(), list_vault()) == (0, [])


def test_a_lost_file_comes_back_with_a_further_import(people: People, tmp_path: Path) -> None:
    path = write(tmp_path, build_records())
    run = take(people, path).run
    (get_folder("runs") / f"{run.sha256}.parquet").unlink()
    assert not take(people, path).is_new
    assert len(get_run_data(get_run_row(run.name)).frame) == 36


def test_a_changed_file_is_not_blessed_by_a_further_import(people: People, tmp_path: Path) -> None:
    path = write(tmp_path, build_records())
    run = take(people, path).run
    stored = get_folder("runs") / f"{run.sha256}.parquet"
    stored.chmod(0o644)
    stored.write_bytes(stored.read_bytes() + b"x")
    take(people, path)
    assert Run.objects.get().file_sha256 == run.file_sha256


@pytest.mark.parametrize(
    "file, name",
    [
        ("a.jsonl", "a"), ("a.jsonl.gz", "a"), ("a.b.ndjson", "a.b"), ("a.csv", "a"), ("a.parquet", "a"), (".jsonl", "run"),
    ],
)  # fmt: skip
def test_a_run_is_called_after_its_file(people: People, tmp_path: Path, file: str, name: str) -> None:
    from annotate.services.import_run import _name_of

    assert _name_of(tmp_path / file) == name


@pytest.mark.parametrize("name", ["a\0", "x" * 201])
def test_names_that_cannot_be(people: People, tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match="run's name"):
        take(people, write(tmp_path, build_records()), name=name)


def test_a_manifest_beside_the_file_belongs_to_the_run(people: People, tmp_path: Path) -> None:
    path = write(tmp_path, build_records(), "r.jsonl")
    manifest = {"name": "r", "records": 36, "models": [{"model": "south-1", "excluded": True, "reason": "withdrawn"}]}
    (tmp_path / "r.run.json").write_text(json.dumps(manifest), encoding="utf-8")
    data = get_run_data(take(people, path).run)
    assert data.manifest is not None
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**manifest, "records": 35}), encoding="utf-8")
    with pytest.raises(BadInput, match="35"):
        take(people, path, manifest=own)


class TestByName:
    """A run is named by its name, or by eight or more digits of its hash."""

    def test_by_name_and_by_digits(self, people: People) -> None:
        run = make_run(people)
        assert get_run_row("small-run") == get_run_row(run.sha256) == get_run_row(run.sha256[:8]) == run

    @pytest.mark.parametrize("name", ["", "none", "0000000", "zzzzzzzz", "0123456789abcdef"])
    def test_what_is_not_there(self, people: People, name: str) -> None:
        make_run(people)
        assert find_run_row(name) is None
        with pytest.raises(NotFound, match="No run is called"):
            get_run_row(name)

    def test_a_whole_hash_is_never_another_run_s_name(self, people: People) -> None:
        run = make_run(people)
        make_run(people, records=build_records(items=2), name=run.sha256)
        assert get_run_row(run.sha256) == run

    def test_digits_that_two_runs_share_name_neither(self, people: People) -> None:
        run = make_run(people)
        Run.objects.create(
            name="other", sha256=run.sha256[:12] + "0" * 52, file_sha256="", records=0, model_count=0, item_count=0,
            imported_on=NOW.date(),
        )  # fmt: skip
        assert find_run_row(run.sha256[:12]) is None


def test_only_a_lead_imports(people: People, tmp_path: Path) -> None:
    path = write(tmp_path, build_records())
    for account in (people.coders[0], people.analyst, people.administrator):
        with pytest.raises(NotFound):
            import_run(actor=account, path=path, now=NOW)
