"""The allow list of a room: what stands on it passes, anything else breaks the contract and is named."""

from __future__ import annotations

from pathlib import Path

from tests.contract.lint import LintResult, run_lint

SETTINGS = """
[importlinter]
root_packages =
    house
include_external_packages = True
contract_types =
    allow_list: tests.contract.allow_list.AllowListContract

[importlinter:contract:1]
name = the room
type = allow_list
importers =
    house.room
    (house.not_built_yet)
allowed =
    house.cellar
    numpy
"""


def lint(folder: Path, project: Path, files: dict[str, str]) -> LintResult:
    """Check a small package of these files."""
    for name, text in {"house/__init__.py": "", "house/cellar.py": "", "house/attic.py": "", **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / ".importlinter").write_text(SETTINGS, encoding="utf-8")
    return run_lint(folder, project)


def test_the_standard_library_and_the_list_pass(tmp_path: Path, project: Path) -> None:
    door = "import json\nimport os.path\nimport numpy.linalg\nfrom house import cellar\n"
    result = lint(tmp_path, project, {"house/room/__init__.py": "", "house/room/door.py": door})
    assert (result.exit_code, result.kept, result.broken) == (0, ["the room"], []), result.output


def test_everything_else_is_named(tmp_path: Path, project: Path) -> None:
    door = "import json\nfrom house import attic\nimport numpydoc\nimport pandas\n"
    result = lint(tmp_path, project, {"house/room/__init__.py": "", "house/room/door.py": door})
    assert (result.exit_code, result.broken) == (1, ["the room"]), result.output
    assert [line for line in result.output.splitlines() if "->" in line] == [
        "house.room.door -> house.attic (l.2)",
        "house.room.door -> numpydoc (l.3)",
        "house.room.door -> pandas (l.4)",
    ]


def test_a_room_that_is_not_there_breaks_the_contract(tmp_path: Path, project: Path) -> None:
    result = lint(tmp_path, project, {})
    assert (result.exit_code, result.broken) == (1, ["the room"]), result.output
    assert "house.room does not exist." in result.output
    assert "not_built_yet" not in result.output
