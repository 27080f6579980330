"""Real data through the commands, from import to report: every figure of the data's own record."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.cli import validate

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def run(command: str, *arguments: str, **options: object) -> Json:
    """What a command prints with ``--json``."""
    out = io.StringIO()
    call_command(command, *arguments, json=True, stdout=out, **options)
    printed: Json = json.loads(out.getvalue())
    return printed


def walk(folder: Path, per_stratum: int) -> Json:
    """Import, study, codings and decisions of a data folder, published; all that the commands said on the way."""
    said: Json = {"run": run("import_run", str(folder / "run.jsonl"))}
    study = run("create_study", "Real data", run=said["run"]["name"], per_stratum=per_stratum)["study"]
    said["study"] = study
    said["draw"] = run("draw_sample", study, outside="6 3 1 4")
    said["seal"] = run("seal_study", study)
    run("open_study", study)
    said["codings"] = run("import_codings", study, str(folder / "codings.csv"), create_coders=True)
    said["lock"] = run("lock_study", study)
    said["decisions"] = run("import_decisions", study, str(folder / "reference.csv"))
    said["published"] = run("publish_adjudication", study)
    said["scores"] = run("score_run", said["run"]["name"], study=study)
    said["report"] = run("validation_report", study)
    return said


def list_figures(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every figure with its path; an estimate is its value."""
    if isinstance(value, dict) and "value" in value:
        value = value["value"]
    if isinstance(value, dict):
        for key, member in value.items():
            yield from list_figures(member, f"{path}.{key}")
    elif isinstance(value, list):
        for place, member in enumerate(value):
            yield from list_figures(member, f"{path}[{place}]")
    else:
        yield path, value


def check(found: object, wanted: object) -> int:
    """Compare each wanted figure with the found one to 1e-12; returns how many there were."""
    figures = dict(list_figures(found))
    compared = 0
    for path, figure in list_figures(wanted):
        same = figures[path] is None if figure is None else figures[path] == pytest.approx(figure, abs=1e-12)
        assert same, f"{path}: {figures[path]} is not {figure}"
        compared += 1
    return compared


def by_model(impact: Json) -> Json:
    """Scores of each model under both labellings, as ``expected.json`` lists them."""
    models: Json = {}
    for score, part in impact.items():
        for model in part["models"]:
            models.setdefault(model["model"], {})[score] = {k: model[k] for k in ("automated", "reference")}
    return models


def check_report(report: Json, expected: Json) -> int:
    """All figures of an ``expected.json`` against a validation report."""
    agreement = {k: report["agreement"][k] for k in ("n", "observed", "kappa", "two_class")}
    return sum(
        [
            check(agreement, expected["agreement"]),
            check(report, expected["validity"]),
            check({"n": report["two_class"]["n"], **report["two_class"]}, expected["validity_two_class"]),
            check(report["impact"], expected["impact"]),
            check(report["ranks"], expected["ranks"]),
            check(report["pool"], expected["pool"]),
            check(by_model(report["impact"]), expected["per_model"]),
        ]
    )


def test_the_whole_way_of_xstest(shared_data: Path, project: Path, tmp_path: Path) -> None:
    folder = shared_data / "xstest"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    said = walk(folder, 250)
    assert said["run"]["sha256"] == expected["identity"]["run_sha256"]
    assert (said["draw"]["records"], said["seal"]["units"]) == (2_250, 2_250)
    assert (said["codings"]["codings"], said["codings"]["coders"]) == (4_500, 2)
    assert said["lock"]["to_resolve"] == {"disagreement": expected["coding_disagreements"]}
    assert (said["decisions"]["decided"], said["decisions"]["agreed"]) == (81, 2_169)
    assert check_report(said["report"], expected) == 91
    rounded = {
        "kappa": (said["report"]["agreement"]["kappa"]["value"], 0.94180),
        "ehq1": (said["report"]["impact"]["ehq1"]["bias"]["value"], -0.07467),
        "ehq2": (said["report"]["impact"]["ehq2"]["bias"]["value"], -0.06044),
        "leak": (said["report"]["pool"]["restraint_to_substantive"], 0.18464),
    }
    assert all(found == pytest.approx(wanted, abs=5e-6) for found, wanted in rounded.values()), rounded

    scores = said["scores"]
    assert [m["model"] for m in scores["models"]] == sorted(expected["per_model"])
    for half in ("automated", "adjudicated"):
        reference = "automated" if half == "automated" else "reference"
        found = {m["model"]: {k: m[k]["value"] for k in ("ehq1", "ehq2")} for m in scores[half]["models"]}
        wanted = {model: {k: v[reference] for k, v in part.items()} for model, part in expected["per_model"].items()}
        check(found, wanted)
    assert len(scores["changed"]) == sum(map(sum, expected["validity"]["confusion"])) - sum(
        expected["validity"]["confusion"][k][k] for k in range(4)
    )

    exported = run("export_adjudication", said["study"], out=str(tmp_path))
    again = validate(folder / "run.jsonl", reference=tmp_path / exported["name"])
    check_report({**again, "agreement": said["report"]["agreement"]}, expected)
    verified = subprocess.run(
        [
            sys.executable,
            "-m",
            "scoring",
            "verify",
            str(tmp_path / exported["name"]),
            "--run",
            str(folder / "run.jsonl"),
        ],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_the_whole_way_of_the_miniature(shared_data: Path) -> None:
    folder = shared_data / "miniature"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    said = walk(folder, 4)
    assert said["run"]["sha256"] == expected["identity"]["run_sha256"]
    assert said["draw"]["records"] == 15
    assert said["lock"]["to_resolve"] == {"disagreement": 1}
    assert check_report(said["report"], expected) == 101
