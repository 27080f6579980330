"""The project's own walls stand: an import planted across each of them breaks its contract, and only then."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.contract.lint import run_lint

PLANTED = {
    "scoring/verify.py": "import scoring.errors, numpy",
    "scoring/agreement/planted.py": "import scoring.formats, django, pyarrow",
    "scoring/ehq/planted.py": "import scoring.agreement",
    "annotate/blinding/planted.py": "import django",
    "annotate/models/planted.py": "import scoring.results",
    "annotate/access/planted.py": "import annotate.selectors.queue",
    "annotate/vault/planted.py": "import annotate.models",
    "annotate/selectors/planted.py": "import annotate.vault.keys",
    "annotate/selectors/queue.py": "import annotate.vault.runs",
    "annotate/services/planted.py": "import annotate.web",
    "annotate/web/planted.py": "import annotate.models",
    "annotate/management/planted.py": "import annotate.selectors",
}
BROKEN_BY_THEM = {
    "scoring: floors import downwards only; verify stands alone at the bottom",
    "scoring: formats, the only file access, is imported by cli, report and the vault alone",
    "scoring: libraries of the computing rooms; no Django, no application, no file formats",
    "scoring: verify needs the standard library alone",
    "annotate: web, api and commands call services, services act, selectors read, access decides, models hold",
    "annotate: blinding is pure",
    "annotate: the vault knows files, not tables",
    "annotate: tables know Django alone",
    "annotate: access asks tables alone",
    "annotate: services write, through everything below them",
    "annotate: pages translate; they know no table, no file and no statistic",
    "annotate: commands are thin",
    "wall: the coder's wing never reaches the vault",
    "wall: sealed keys have four readers",
}


def copy_packages(project: Path, folder: Path) -> None:
    for package in ("scoring", "annotate"):
        shutil.copytree(project / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(project / "pyproject.toml", folder)


def test_the_rooms_as_they_are(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    result = run_lint(tmp_path, project)
    assert (result.exit_code, result.broken) == (0, []), result.output
    assert set(result.kept) >= BROKEN_BY_THEM


def test_planted_imports_break_them(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    for name, line in PLANTED.items():
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    result = run_lint(tmp_path, project)
    assert result.exit_code == 1
    assert set(result.broken) == BROKEN_BY_THEM, result.output


def test_a_room_outside_the_floors_breaks_them(tmp_path: Path, project: Path) -> None:
    copy_packages(project, tmp_path)
    (tmp_path / "scoring/somewhere.py").write_text('"""Belongs to no floor."""\n', encoding="utf-8")
    result = run_lint(tmp_path, project)
    assert result.exit_code == 1
    assert "scoring.somewhere" in result.output
