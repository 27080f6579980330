"""A small generated run through every command of scoring: no figure, draw or digest of it moves unseen."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from fixtures.demo_run import GeneratedRun, generate_run, simulate_coder
from scoring.cli import agreement, inspect, sample, score, validate
from tests.services.golden import Golden

SEED = "golden"


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What people and the classifier left behind, as files."""

    run: Path
    sample: Path
    codings: Path
    reference: Path


@pytest.fixture(scope="module")
def generated() -> GeneratedRun:
    return generate_run(SEED, items_per_category=10)


@pytest.fixture(scope="module")
def files(generated: GeneratedRun, tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The run, a sample of four records a stratum, two invented coders over it, and the true labels as reference."""
    folder = tmp_path_factory.mktemp("golden")
    made = Files(
        run=folder / "run.jsonl",
        sample=folder / "sample.json",
        codings=folder / "codings.csv",
        reference=folder / "reference.csv",
    )
    generated.write_jsonl(made.run)
    (folder / "run.run.json").write_bytes(generated.manifest_bytes())
    drawn = sample(made.run, by=["model", "category"], per_stratum=4, seed=SEED)
    made.sample.write_text(json.dumps(drawn), encoding="utf-8")
    records = [str(record) for record in drawn["records"]]
    coders = {name: simulate_coder(generated, name, 0.94).codings for name in ("first", "second")}
    codings = [
        [record, name, coded[record].label, str(coded[record].uncertain).lower(), coded[record].note]
        for record in records
        for name, coded in coders.items()
    ]
    write_rows(made.codings, ["record_id", "coder", "label", "uncertain", "note"], codings)
    truths = [[record, generated.true_labels[record]] for record in records]
    write_rows(made.reference, ["record_id", "label"], truths)
    return made


def write_rows(path: Path, head: list[str], rows: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def test_the_generator(generated: GeneratedRun, golden: Golden) -> None:
    golden.bytes("demo_run/records.jsonl", b"".join(generated.jsonl_bytes().splitlines(keepends=True)[:20]))


def test_inspect(files: Files, golden: Golden) -> None:
    golden.json("demo_run/inspect.json", inspect(files.run))


def test_sample(files: Files, golden: Golden) -> None:
    golden.json("demo_run/sample.json", json.loads(files.sample.read_text(encoding="utf-8")))


def test_the_same_items_for_each_model(files: Files, golden: Golden) -> None:
    drawn = sample(files.run, by=["model", "category"], per_stratum=3, seed=SEED, same_items=True)
    golden.json("demo_run/sample_same_items.json", drawn)


def test_score(files: Files, golden: Golden) -> None:
    golden.json("demo_run/score.json", score(files.run))


def test_agreement(files: Files, golden: Golden) -> None:
    golden.json("demo_run/agreement.json", agreement(files.codings, run=files.run, by=["category"]))


def test_validate(files: Files, golden: Golden) -> None:
    found = validate(files.run, reference=files.reference, sample=files.sample, codings=files.codings, by_family=True)
    golden.json("demo_run/validate.json", found)
