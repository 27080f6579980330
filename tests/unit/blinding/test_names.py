"""Blind ids, pseudonyms, seeds and the fixed stream of the tests, each against its formula written out."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

import pytest

from annotate.blinding.blind_ids import build_blind_id, draw_blind_ids
from annotate.blinding.entropy import build_fixed_entropy, build_pseudonym, system_entropy
from annotate.blinding.seed import build_seed

SECRET = bytes(range(32))


@pytest.mark.parametrize("repeat, tail", [(0, b""), (1, b"\x001"), (12, b"\x0012")])
def test_a_blind_id_is_the_start_of_an_hmac(repeat: int, tail: bytes) -> None:
    message = b"blindid-v1\x00" + "modèle/1".encode() + tail
    expected = base64.b32encode(hmac.new(SECRET, message, hashlib.sha256).digest())[:10].decode()
    assert build_blind_id(SECRET, "modèle/1", repeat=repeat) == expected


def test_blind_ids_differ_by_secret_record_and_repeat() -> None:
    found = {
        build_blind_id(secret, record, repeat=repeat)
        for secret in (SECRET, bytes(32))
        for record in ("m/1", "m/2", "m/11")
        for repeat in (0, 1, 2)
    }
    assert len(found) == 18
    assert all(re.fullmatch(r"[A-Z2-7]{10}", blind_id) for blind_id in found)


def test_drawn_blind_ids_are_those_of_the_secret() -> None:
    drawn = draw_blind_ids(["m/1", "m/2"], build_fixed_entropy("ids"))
    assert drawn.secret == build_fixed_entropy("ids")(32)
    assert drawn.names == {record_id: build_blind_id(drawn.secret, record_id) for record_id in ("m/1", "m/2")}


def test_where_two_blind_ids_would_be_alike_another_secret_is_drawn() -> None:
    """With names of one character for eight records that happens nearly always."""
    entropy = build_fixed_entropy("alike")
    secrets = []

    def count(n: int) -> bytes:
        secrets.append(entropy(n))
        return secrets[-1]

    drawn = draw_blind_ids([f"m/{n}" for n in range(8)], count, length=1)
    assert len(set(drawn.names.values())) == 8
    assert len(secrets) > 1
    assert drawn.secret == secrets[-1]


def test_a_seed_binds_run_plan_and_outside_value() -> None:
    text = b"seed-v1\x00" + b"a" * 64 + b"b" * 64 + b"\x00" + "6 3 1 Würfel".encode()
    seed = build_seed(run_sha256="a" * 64, plan_sha256="b" * 64, outside="6 3 1 Würfel")
    assert seed == hashlib.sha256(text).hexdigest()
    assert seed != build_seed(run_sha256="b" * 64, plan_sha256="a" * 64, outside="6 3 1 Würfel")
    assert seed != build_seed(run_sha256="a" * 64, plan_sha256="b" * 64, outside="6 3 1")


def test_a_pseudonym_is_a_dash_and_five_characters() -> None:
    assert all(re.fullmatch(r"C-[A-Z2-7]{5}", build_pseudonym(system_entropy(4))) for _ in range(50))
    assert build_pseudonym(b"\xff\xff\xff\xff") == "C-77777"


def test_the_system_gives_fresh_bytes() -> None:
    assert len({system_entropy(16) for _ in range(50)}) == 50


def test_a_fixed_stream_repeats_by_name_and_never_within_itself() -> None:
    first, same, other = build_fixed_entropy("a"), build_fixed_entropy("a"), build_fixed_entropy("b")
    drawn = [first(32) for _ in range(20)]
    assert drawn == [same(32) for _ in range(20)]
    assert len(set(drawn) | {other(32) for _ in range(20)}) == 40
