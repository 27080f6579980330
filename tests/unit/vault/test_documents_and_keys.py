"""Small documents, keys, results and exports: written once, verified at each reading, closed to others."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from annotate.blinding.canonical import build_digest
from annotate.errors import NotReady, Refused
from annotate.vault.documents import get_document_path, get_sample, put_document
from annotate.vault.exports import write_export
from annotate.vault.folders import get_folder, get_key_folder
from annotate.vault.keys import get_key, put_key
from annotate.vault.results import find_result, put_result

pytestmark = pytest.mark.usefixtures("data_folder")


def test_a_document_lies_under_its_digest() -> None:
    digest = put_document(b'{"a":1}')
    assert digest == put_document(b'{"a":1}') == build_digest(b'{"a":1}')
    assert get_document_path(digest).read_bytes() == b'{"a":1}'
    assert [path.name for path in get_folder("documents").iterdir()] == [f"{digest}.json"]


def test_a_missing_or_changed_document_is_not_read() -> None:
    digest = put_document(b'{"a":1}')
    path = get_document_path(digest)
    path.chmod(0o644)
    path.write_bytes(b'{"a":2}')
    with pytest.raises(NotReady, match="was changed in the vault"):
        get_sample(digest)
    path.unlink()
    with pytest.raises(NotReady, match="is missing from the vault"):
        get_document_path(digest)


def test_a_key_is_its_owner_s_alone_and_never_overwritten() -> None:
    put_key("k.json", b"one")
    path = get_key_folder() / "k.json"
    assert (get_key("k.json"), stat.S_IMODE(path.stat().st_mode)) == (b"one", 0o600)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(FileExistsError):
        put_key("k.json", b"two")
    assert get_key("k.json") == b"one"
    with pytest.raises(NotReady, match="restore it from its backup"):
        get_key("none.json")


def test_keys_lie_outside_the_vault(data_folder: Path) -> None:
    assert get_key_folder() == data_folder / "keys"
    assert get_folder("runs").parent == data_folder / "vault"


def test_a_result_is_kept_under_its_identity() -> None:
    assert find_result("scores", "abc") is None
    put_result("scores", "abc", {"b": 0.1, "a": None})
    assert find_result("scores", "abc") == {"a": None, "b": 0.1}
    assert (get_folder("results") / "scores-abc.json").read_bytes() == b'{"a":null,"b":0.1}'
    with pytest.raises(ValueError, match="JSON compliant"):
        put_result("scores", "abc", {"a": float("nan")})
    assert find_result("scores", "abc") == {"a": None, "b": 0.1}


def test_an_export_is_written_whole_into_a_folder_that_is_there(tmp_path: Path) -> None:
    write_export(tmp_path / "a.csv", b"x")
    write_export(tmp_path / "a.csv", b"y")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.csv", b"y")]
    with pytest.raises(Refused, match="no folder"):
        write_export(tmp_path / "none" / "a.csv", b"x")
