"""Revisions in the vault: written once, verified at each reading."""

from __future__ import annotations

import pytest

from annotate.errors import Conflict, NotFound, NotReady
from annotate.selectors.revisions import get_adjudication, get_revision_row
from annotate.vault.folders import get_folder
from annotate.vault.revisions import get_revision, put_revision
from tests.states import make_study

pytestmark = pytest.mark.django_db


def test_the_same_bytes_again_change_nothing_other_bytes_are_refused() -> None:
    state = make_study("published")
    row = get_revision_row(state.study, 1)
    data = get_revision(state.study.hex, row.name, row.sha256)
    put_revision(state.study.hex, row.name, data)
    with pytest.raises(Conflict, match="never overwritten"):
        put_revision(state.study.hex, row.name, data + b" ")
    folder = get_folder(f"revisions/{state.study.hex}")
    assert [path.name for path in folder.iterdir()] == [row.name], "no draft is left behind"


def test_a_changed_or_missing_file_is_not_read() -> None:
    state = make_study("published")
    row = get_revision_row(state.study, None)
    path = get_folder(f"revisions/{state.study.hex}") / row.name
    assert len(get_adjudication(state.study, row).entries) == 18
    path.chmod(0o644)
    path.write_bytes(path.read_bytes().replace(b"HEDGE", b"HEDGF", 1))
    with pytest.raises(NotReady, match="was changed in the vault"):
        get_adjudication(state.study, row)
    path.unlink()
    with pytest.raises(NotReady, match="is missing from the vault"):
        get_adjudication(state.study, row)


def test_a_revision_that_is_not_there() -> None:
    state = make_study("published")
    with pytest.raises(NotFound, match="has no revision 2"):
        get_revision_row(state.study, 2)
    with pytest.raises(NotFound, match="has no published revision"):
        get_revision_row(make_study("draft", name="Another", run=state.run, people=state.people).study, None)
