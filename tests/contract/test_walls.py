"""The project's own walls stand: each contract is kept, and an import planted across each of them breaks it."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from tests.contract.lint import run_lint

PLANTED = {
    "scoring/verify.py": "import scoring.errors, numpy",
    "scoring/formats/planted.py": "import sklearn",
    "scoring/agreement/planted.py": "import scoring.formats, django, pyarrow",
    "scoring/ehq/planted.py": "import scoring.agreement, scoring.verify",
    "annotate/blinding/planted.py": "import django",
    "annotate/models/planted.py": "import scoring.results",
    "annotate/access/planted.py": "import annotate.selectors.queue",
    "annotate/vault/planted.py": "import annotate.models",
    "annotate/selectors/planted.py": "import annotate.vault.keys, annotate.blinding.seed",
    "annotate/selectors/queue.py": "import annotate.vault.runs",
    "annotate/services/planted.py": "import annotate.web",
    "annotate/web/planted.py": "import annotate.models",
    "annotate/management/planted.py": "import annotate.selectors",
}


def list_contracts(project: Path) -> set[str]:
    with (project / "pyproject.toml").open("rb") as file:
        return {contract["name"] for contract in tomllib.load(file)["tool"]["importlinter"]["contracts"]}


def copy_packages(project: Path, folder: Path) -> None:
    for package in ("scoring", "annotate"):
        shutil.copytree(project / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(project / "pyproject.toml", folder)


def test_the_rooms_as_they_are(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    result = run_lint(tmp_path, project)
    assert (result.exit_code, result.broken) == (0, []), result.output
    assert set(result.kept) == list_contracts(project)


def test_planted_imports_break_them(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    for name, line in PLANTED.items():
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    result = run_lint(tmp_path, project)
    assert result.exit_code == 1
    assert (result.kept, set(result.broken)) == ([], list_contracts(project)), result.output


def test_a_room_outside_the_floors_breaks_them(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    (tmp_path / "scoring/somewhere.py").write_text('"""Belongs to no floor."""\n', encoding="utf-8")
    result = run_lint(tmp_path, project)
    assert result.exit_code == 1
    assert "scoring.somewhere" in result.output
