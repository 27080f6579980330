#!/usr/bin/env python3
"""Checks a published adjudication file with nothing but Python's standard library (3.9 or newer).

    python3 verify.py FILE [--sha256 HEX] [--run RUN] [--codebook FILE] [--json]

It repeats on purpose what the product does elsewhere, imports nothing of it, opens no connection and writes nothing.
Each check prints PASS, FAIL or NOT RUN. Exit 0: everything that ran passed; 1: a check failed, or none ran;
2: usage, or a file that can't be opened.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import gzip
import hashlib
import json
import re
import sys
import zlib
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Context, Decimal
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

__all__ = [
    "Bad",
    "Check",
    "NeedsParquet",
    "Run",
    "Unreadable",
    "is_ok",
    "main",
    "read_bytes",
    "read_run",
    "verify_adjudication",
]

MAX_INTEGER = 2**53 - 1
MAX_DEPTH = 32
MAX_LINE = 16 * 1024 * 1024

TOP = (
    *("format", "study", "revision", "parent_sha256", "reason", "run_sha256", "plan_sha256", "sample_sha256"),
    *("codebook_sha256", "seal_commitment", "created", "coders", "assistance", "deviations", "entries"),
)
DIGESTS = ("run_sha256", "plan_sha256", "sample_sha256", "codebook_sha256", "seal_commitment")
ATTESTED = ("ai_tool", "search", "outside_source", "talk")
DECISION = ("rationale", "adjudicator", "assistance", "decided_on")
ENTRY = ("record_id", "blind_id", "automated_label", "codings", "label", "resolution", *DECISION)
BY_CODERS = ("unanimous", "majority", "single")
RESOLUTIONS = (*BY_CODERS, "adjudicated", "audited", "correction", "left_out")
CANNOT_CODE = "CANNOT_CODE"

HEX64 = re.compile(r"[0-9a-f]{64}\Z")
HEX32 = re.compile(r"[0-9a-f]{32}\Z")
KEY = re.compile(r"[a-z0-9_]+\Z")
NAME = re.compile(r"adjudication-r(\d{4,})-([0-9a-f]{12})\.json\Z")
DATA_KEYS = ("labels", "impossible", "map")


class Check(NamedTuple):
    """One line of the result: ``result`` is PASS, FAIL or NOT RUN."""

    name: str
    result: str
    detail: str


class Unreadable(Exception):
    """A file can't be opened, or a command makes no sense: exit 2."""


class NeedsParquet(Unreadable):
    """A run file is Parquet."""


class Bad(Exception):
    """A document is not what it must be: a check fails."""


# ---------------------------------------------------------------- canonical JSON


def _refuse(constant: str) -> NoReturn:
    raise Bad(f"holds {constant}, which is no JSON")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) != len(pairs):
        twice = next(key for index, (key, _) in enumerate(pairs) if key in [k for k, _ in pairs[:index]])
        raise Bad(f"the key {twice!r} stands twice in one object")
    return built


def parse(data: bytes) -> Any:
    """The value of strict JSON bytes; duplicate keys and NaN are refused."""
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_build_object, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        raise Bad(f"byte 0x{data[error.start]:02X} at position {error.start + 1} is not UTF-8") from None
    except RecursionError:
        raise Bad(f"is nested more than {MAX_DEPTH} deep") from None
    except ValueError as error:
        raise Bad(f"is not JSON: {error}") from None


def encode(value: Any) -> bytes:
    """The canonical bytes of a value."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def check_profile(value: Any, path: str = "", depth: int = 1, data_keys: bool = False) -> None:
    """Refuse what no hashed document holds: floats, large integers, NUL, lone surrogates, foreign keys."""
    if depth > MAX_DEPTH + 1:
        raise Bad(f"is nested more than {MAX_DEPTH} deep")
    if isinstance(value, float):
        raise Bad(f"{path} is a float")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_INTEGER:
        raise Bad(f"{path} is an integer beyond 2^53 - 1")
    if isinstance(value, str) and ("\0" in value or re.search("[\ud800-\udfff]", value)):
        raise Bad(f"{path} holds NUL or a lone surrogate")
    if isinstance(value, list):
        for index, member in enumerate(value):
            check_profile(member, f"{path}[{index}]", depth + 1)
    if isinstance(value, dict):
        for key, member in value.items():
            if not data_keys and not KEY.match(key):
                raise Bad(f"{path} has the key {key!r}; keys are a-z, 0-9 and _")
            check_profile(key, f"{path} key", depth)
            check_profile(member, f"{path}.{key}" if path else key, depth + 1, data_keys=key in DATA_KEYS)


# ---------------------------------------------------------------- structure


def need(condition: bool, message: str) -> None:
    """Refuse the document with this message unless the condition holds."""
    if not condition:
        raise Bad(message)


def need_keys(value: Any, path: str, keys: tuple[str, ...]) -> None:
    """An object with exactly these keys."""
    need(isinstance(value, dict), f"{path} is no object")
    for key in keys:
        need(key in value, f"{path}.{key} is missing")
    for key in value:
        need(key in keys, f"{path}.{key} is no field of adjudication-v1")


def need_text(value: Any, path: str, null: bool = False, empty: bool = True) -> None:
    """A text, where allowed null or empty."""
    if value is None and null:
        return
    need(isinstance(value, str), f"{path} is no text")
    need(empty or value != "", f"{path} is empty")


def need_list(value: Any, path: str) -> None:
    """A list."""
    need(isinstance(value, list), f"{path} is no list")


def need_bool(value: Any, path: str) -> None:
    """A boolean."""
    need(isinstance(value, bool), f"{path} is neither true nor false")


def need_day(value: Any, path: str) -> None:
    """A day of the calendar as YYYY-MM-DD."""
    try:
        is_day = isinstance(value, str) and datetime.date.fromisoformat(value).isoformat() == value
    except ValueError:
        is_day = False
    need(is_day, f"{path} is no day as YYYY-MM-DD")


def check_structure(document: Any) -> None:
    """Every field of ``adjudication-v1`` is there with its type, and no other."""
    need_keys(document, "the file", TOP)
    need(document["format"] == "adjudication-v1", "format is not adjudication-v1")
    need(isinstance(document["study"], str) and bool(HEX32.match(document["study"])), "study is not 32 hex digits")
    for key in DIGESTS:
        need(isinstance(document[key], str) and bool(HEX64.match(document[key])), f"{key} is not 64 hex digits")
    need_day(document["created"], "created")
    need_list(document["coders"], "coders")
    for index, coder in enumerate(document["coders"]):
        check_coder(coder, f"coders[{index}]")
    names = [coder["pseudonym"] for coder in document["coders"]]
    need(len(set(names)) == len(names), "coders has a pseudonym twice")
    need_list(document["assistance"], "assistance")
    for index, tool in enumerate(document["assistance"]):
        need_text(tool, f"assistance[{index}]")
    need(document["assistance"] == sorted(set(document["assistance"])), "assistance is not sorted, each name once")
    need_list(document["deviations"], "deviations")
    for index, deviation in enumerate(document["deviations"]):
        path = f"deviations[{index}]"
        need_keys(deviation, path, ("code", "text", "date"))
        need_text(deviation["code"], f"{path}.code", empty=False)
        need_text(deviation["text"], f"{path}.text")
        need_day(deviation["date"], f"{path}.date")
    need_list(document["entries"], "entries")
    for index, entry in enumerate(document["entries"]):
        check_entry(entry, f"entries[{index}]")


def check_coder(coder: Any, path: str) -> None:
    """A coder: pseudonym and attestation."""
    need_keys(coder, path, ("pseudonym", "attestation"))
    need_text(coder["pseudonym"], f"{path}.pseudonym", empty=False)
    if coder["attestation"] is not None:
        need_keys(coder["attestation"], f"{path}.attestation", (*ATTESTED, "details"))
        for key in ATTESTED:
            need_bool(coder["attestation"][key], f"{path}.attestation.{key}")
        need_text(coder["attestation"]["details"], f"{path}.attestation.details", null=True)


def check_entry(entry: Any, path: str) -> None:
    """The types of one entry."""
    need_keys(entry, path, ENTRY)
    for key in ("record_id", "blind_id"):
        need_text(entry[key], f"{path}.{key}", empty=False)
    for key in ("automated_label", "label", "rationale", "adjudicator", "decided_on"):
        need_text(entry[key], f"{path}.{key}", null=True)
    need(entry["resolution"] in RESOLUTIONS, f"{path}.resolution is none of {', '.join(RESOLUTIONS)}")
    need_list(entry["codings"], f"{path}.codings")
    for index, coding in enumerate(entry["codings"]):
        place = f"{path}.codings[{index}]"
        need_keys(coding, place, ("coder", "label", "uncertain"))
        need_text(coding["coder"], f"{place}.coder")
        need_text(coding["label"], f"{place}.label", empty=False)
        need_bool(coding["uncertain"], f"{place}.uncertain")
    if entry["assistance"] is not None:
        need_keys(entry["assistance"], f"{path}.assistance", ("tool", "asked", "answered"))
        for key in ("tool", "asked", "answered"):
            need_text(entry["assistance"][key], f"{path}.assistance.{key}")


# ---------------------------------------------------------------- rules


def check_revision(document: dict[str, Any], name: str) -> str:
    """Revision 1 has no parent and no reason, every later one has both; the file's name says the same number."""
    revision, parent, reason = document["revision"], document["parent_sha256"], document["reason"]
    need(isinstance(revision, int) and not isinstance(revision, bool) and revision >= 1, "revision is no number from 1")
    named = NAME.match(name)
    need(named is None or int(named.group(1)) == revision, f"the name says another revision than {revision}")
    if revision == 1:
        need(parent is None and reason is None, "revision 1 has a parent or a reason")
        return "revision 1"
    need(isinstance(parent, str) and bool(HEX64.match(parent)), "parent_sha256 is not 64 hex digits")
    need(isinstance(reason, str) and reason != "", "a later revision needs its reason")
    return f"revision {revision}, follows {parent[:12]}"


def check_order(document: dict[str, Any]) -> str:
    """Entries are sorted by record id and none stands twice."""
    entries = document["entries"]
    for before, after in zip(entries, entries[1:]):
        need(before["record_id"] < after["record_id"], f"{after['record_id']!r} stands twice or out of order")
    need(len({entry["blind_id"] for entry in entries}) == len(entries), "a blind_id stands twice")
    return f"{len(entries)} entries"


def check_resolutions(document: dict[str, Any]) -> str:
    """Each final label follows from its codings or from a named, explained decision."""
    coders = {coder["pseudonym"] for coder in document["coders"]}
    counts: dict[str, int] = {}
    for entry in document["entries"]:
        name = repr(entry["record_id"])
        given = [coding["coder"] for coding in entry["codings"]]
        need(given == sorted(set(given)), f"{name}: codings are not sorted by coder, each coder once")
        need(set(given) <= coders, f"{name}: a coder is not listed in coders")
        tool = entry["assistance"]["tool"] if entry["assistance"] else None
        need(tool is None or tool in document["assistance"], f"{name}: a tool is not listed in assistance")
        check_resolution(entry, name)
        counts[entry["resolution"]] = counts.get(entry["resolution"], 0) + 1
    return ", ".join(f"{count} {resolution}" for resolution, count in sorted(counts.items())) or "no entries"


def check_resolution(entry: dict[str, Any], name: str) -> None:
    """The rules of one entry."""
    resolution, label = entry["resolution"], entry["label"]
    need((label is None) == (resolution == "left_out"), f"{name}: exactly a record left out has no label")
    if resolution in BY_CODERS:
        for key in DECISION:
            need(entry[key] is None, f"{name}: {key} stands although the coders decided")
    else:
        for key in ("rationale", "adjudicator", "decided_on"):
            need(bool(entry[key]), f"{name}: {key} is missing although the coders did not decide")
        need_day(entry["decided_on"], f"{name}: decided_on")
    labels = [coding["label"] for coding in entry["codings"]]
    votes = labels.count(label)
    if resolution == "unanimous":
        need(len(labels) >= 2 and votes == len(labels), f"{name}: unanimous, but not all of two or more coders say so")
    elif resolution == "majority":
        need(len(labels) < 2 * votes < 2 * len(labels), f"{name}: majority, but not more than half and less than all")
    elif resolution == "single":
        need(len(labels) == 1 and votes == 1, f"{name}: single, but not one coder with this label")
    elif resolution == "audited":
        need(len(set(labels)) == 1, f"{name}: audited, but the coders did not agree")


def check_labels(document: dict[str, Any], codebook: bytes) -> str:
    """The codebook is the one that the file names, and has every label of the file."""
    found = hashlib.sha256(codebook).hexdigest()
    need(found == document["codebook_sha256"], f"the codebook is {found[:12]}, the file names another one")
    book = parse(codebook)
    try:
        codes = {label["code"] for label in book["labels"]} | {CANNOT_CODE} | set(book.get("map", {}))
    except (TypeError, KeyError, AttributeError):
        raise Bad("the codebook is no codebook-v1") from None
    for entry in document["entries"]:
        given = [coding["label"] for coding in entry["codings"]] + [entry["label"]]
        for label in given:
            need(label is None or label in codes, f"{entry['record_id']!r}: {label!r} is not in the codebook")
    return "every label is in the codebook"


# ---------------------------------------------------------------- the run

REQUIRED = ("item_id", "model", "category", "question")
TEXTS = (
    *("record_id", "item_id", "model", "family", "provider", "generation_of", "category", "subcategory", "question"),
    *("context", "response", "confidence_text", "automated_label", "answered_by", "finish_reason", "error"),
)
LISTS = ("gold_answers", "label_reasons")
INTEGERS = ("completion_tokens", "reasoning_tokens")
BOOLEANS = ("correct", "eligible")
FIELDS = (*TEXTS, *LISTS, *INTEGERS, *BOOLEANS, "labels", "confidence")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")


class Run(NamedTuple):
    """A run: its content hash, and the automated label (or None) of each of its records."""

    sha256: str
    labels: dict[str, str | None]


def read_run(path: str) -> Run:
    """Recompute the content hash of a run file (JSON Lines or CSV, plain or gzip) line by line.

    Raises Bad where a record can't be read, Unreadable where the file can't be opened or is Parquet.
    """
    digests: list[tuple[bytes, bytes]] = []
    labels: dict[str, str | None] = {}
    try:
        for line, raw in _read_records(path):
            try:
                record = build_record(raw)
                canonical = encode(record)
            except Bad as error:
                raise Bad(f"line {line}: {error}") from None
            except ValueError:
                raise Bad(f"line {line}: holds a lone surrogate") from None
            name = record["record_id"]
            if name in labels:
                raise Bad(f"line {line}: {name!r} stands twice")
            labels[name] = record.get("automated_label")
            digests.append((name.encode("utf-8"), hashlib.sha256(canonical).digest()))
    except (EOFError, zlib.error, gzip.BadGzipFile, csv.Error) as error:
        raise Bad(f"the run file is damaged: {error}") from None
    except OSError as error:
        raise Unreadable(f"{path} can't be read: {error.strerror or error}") from None
    digests.sort()
    return Run(hashlib.sha256(b"".join(digest for _, digest in digests)).hexdigest(), labels)


def build_record(raw: dict[str, Any]) -> dict[str, Any]:
    """The canonical object of a record: known, non-null fields; confidence in millionths."""
    record: dict[str, Any] = {}
    for name, value in raw.items():
        if name in FIELDS and value not in (None, "", [], {}):
            record[name] = _take(name, value)
    need("response" in raw, "response is missing")
    for name in REQUIRED:
        need(name in record, f"{name} is missing")
    record.setdefault("record_id", f"{record['model']}/{record['item_id']}")
    if record.get("eligible") is True:
        del record["eligible"]
    if "labels" in record and not record["labels"]:
        del record["labels"]
    return record


def _take(name: str, value: Any) -> Any:
    if name in TEXTS:
        need(isinstance(value, str), f"{name} is no text")
    elif name in LISTS:
        need(isinstance(value, list) and all(isinstance(v, str) for v in value), f"{name} is no list of texts")
    elif name in BOOLEANS:
        need(isinstance(value, bool), f"{name} is neither true nor false")
    elif name in INTEGERS:
        need(isinstance(value, int) and not isinstance(value, bool), f"{name} is no integer")
        need(abs(value) <= MAX_INTEGER, f"{name} is an integer beyond 2^53 - 1")
    elif name == "labels":
        need(isinstance(value, dict), "labels is no object")
        value = {key: label for key, label in value.items() if label is not None}
        need(all(isinstance(label, str) for label in value.values()), "labels holds something else than texts")
    else:
        need(
            isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 100, f"{name} is no share"
        )
        exact = Context(prec=60, rounding=ROUND_HALF_EVEN)
        value = int((Decimal(repr(value)) * 10**6).to_integral_value(context=exact))
    return value


def _read_records(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    lines = _read_lines(path)
    name = path.lower()[:-3] if path.lower().endswith(".gz") else path.lower()
    if name.endswith(".csv"):
        yield from _read_csv(lines)
        return
    for number, line in lines:
        if line.strip():
            value = _parse_at(number, line)
            need(isinstance(value, dict), f"line {number}: is no object")
            yield number, value


def _parse_at(line: int, data: bytes) -> Any:
    try:
        return parse(data)
    except Bad as error:
        raise Bad(f"line {line}: {error}") from None


def _read_csv(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(MAX_LINE)
    last = [0]

    def decode() -> Iterator[str]:
        for number, line in lines:
            last[0] = number
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                raise Bad(f"line {number}: is not UTF-8") from None

    header: list[str] = []
    for cells in csv.reader(decode(), strict=True):
        if cells and not header:
            header = cells
        elif cells:
            need(len(cells) == len(header), f"line {last[0]}: has {len(cells)} cells, the header {len(header)}")
            known = [(name, cell) for name, cell in zip(header, cells) if name in FIELDS]
            yield last[0], {name: _parse_cell(name, cell, last[0]) for name, cell in known}


def _parse_cell(name: str, cell: str, line: int) -> Any:
    if not cell or name in TEXTS:
        return cell or None
    if name in LISTS or name == "labels":
        return _parse_at(line, cell.encode("utf-8"))
    if name in BOOLEANS:
        return {"true": True, "false": False}.get(cell.lower(), cell)
    if not NUMBER.match(cell) or len(cell) > 400:
        return cell
    if cell.lstrip("-").isdigit():
        return int(cell)
    number = float(cell)
    return int(number) if name in INTEGERS and number.is_integer() else number


def _read_lines(path: str) -> Iterator[tuple[int, bytes]]:
    with Path(path).open("rb") as plain:
        magic = plain.read(4)
        plain.seek(0)
        if magic == b"PAR1":
            raise NeedsParquet(
                f"{path} is Parquet, which the standard library can't read; use python -m scoring verify"
            )
        stream = gzip.GzipFile(fileobj=plain) if magic[:2] == b"\x1f\x8b" else plain
        for number, line in enumerate(stream, 1):
            yield number, line[3:] if number == 1 and line.startswith(b"\xef\xbb\xbf") else line


# ---------------------------------------------------------------- all checks of a file


def verify_adjudication(
    data: bytes,
    *,
    name: str,
    sha256: str | None = None,
    run: Run | None = None,
    run_fault: str | None = None,
    codebook: bytes | None = None,
) -> list[Check]:
    """All checks of one adjudication file.

    data: its bytes. name: its file name, whose twelve digits are compared where no sha256 is given. run: the run
    that it must belong to; run_fault: why that run can't be read. codebook: bytes of the codebook that it must name.
    """
    checks = [_check_origin(hashlib.sha256(data).hexdigest(), name, sha256)]
    document: Any = None

    def run_check(title: str, function: Any, *arguments: Any) -> bool:
        try:
            checks.append(Check(title, "PASS", function(*arguments) or "as it must be"))
            return True
        except Bad as error:
            checks.append(Check(title, "FAIL", str(error)))
            return False

    def skip(titles: tuple[str, ...], reason: str) -> None:
        checks.extend(Check(title, "NOT RUN", reason) for title in titles)

    def read() -> str:
        nonlocal document
        document = parse(data)
        return f"{len(data)} bytes of JSON in UTF-8"

    def compare() -> str:
        check_profile(document)
        need(encode(document) == data, "the bytes are not the canonical form of what they say")
        return "the bytes are canonical"

    rules = ("revision", "entries", "resolutions")
    run_rules = (lambda _: check_revision(document, name), check_order, check_resolutions)
    about_run = ("run hash", "records of the run", "automated labels")
    if not run_check("readable", read):
        skip(("canonical", "structure", *rules, "labels", *about_run), "the file can't be read")
        return checks
    run_check("canonical", compare)
    if not run_check("structure", check_structure, document):
        skip((*rules, "labels", *about_run), "the structure is wrong")
        return checks
    for title, function in zip(rules, run_rules):
        run_check(title, function, document)
    if codebook is None:
        skip(("labels",), "no --codebook was given")
    else:
        run_check("labels", check_labels, document, codebook)
    if run_fault is not None:
        checks.append(Check("run hash", "FAIL", run_fault))
        skip(about_run[1:], "the run can't be read")
    elif run is None:
        skip(about_run, "no --run was given")
    else:
        run_check("run hash", _check_run_hash, document, run)
        if run_check("records of the run", _check_records, document, run):
            run_check("automated labels", _check_automated, document, run)
        else:
            skip(("automated labels",), "a record is unknown")
    return checks


def _check_origin(found: str, name: str, sha256: str | None) -> Check:
    if sha256 is not None:
        result = "PASS" if found == sha256 else "FAIL"
        return Check("origin", result, f"SHA-256 is {found}" + ("" if found == sha256 else f", not {sha256}"))
    named = NAME.match(name)
    if named is None:
        return Check("origin", "NOT RUN", f"origin not established: neither --sha256 nor the name says it ({found})")
    if named.group(2) != found[:12]:
        return Check("origin", "FAIL", f"the name says {named.group(2)}, the bytes have {found[:12]}")
    return Check("origin", "PASS", f"the name has the first twelve digits of {found}")


def _check_run_hash(document: dict[str, Any], run: Run) -> str:
    need(run.sha256 == document["run_sha256"], f"the run is {run.sha256[:12]}, the file names another one")
    return f"run {run.sha256[:12]}"


def _check_records(document: dict[str, Any], run: Run) -> str:
    for entry in document["entries"]:
        need(entry["record_id"] in run.labels, f"{entry['record_id']!r} is no record of the run")
    return f"{len(document['entries'])} of {len(run.labels)} records of the run"


def _check_automated(document: dict[str, Any], run: Run) -> str:
    for entry in document["entries"]:
        same = entry["automated_label"] == run.labels[entry["record_id"]]
        need(same, f"{entry['record_id']!r} has another automated label than the run")
    return "the automated labels are the run's"


def read_bytes(path: str) -> bytes:
    """The bytes of a file, read once."""
    if Path(path).is_dir():
        raise Unreadable(
            f"{path} is a folder; bundles come with a later version, this one checks one adjudication file"
        )
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{path} can't be read: {error.strerror or error}") from None


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Check an adjudication file.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--sha256", metavar="HEX", help="the SHA-256 that the file must have")
    parser.add_argument("--run", metavar="RUN", help="run file: JSON Lines or CSV, plain or gzip")
    parser.add_argument("--codebook", metavar="FILE", help="codebook file that the adjudication must name")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    if options.sha256 is not None and not HEX64.match(options.sha256.lower()):
        parser.error("--sha256 needs 64 hex digits")
    run, fault, codebook = None, None, None
    try:
        data = read_bytes(options.file)
        if options.codebook:
            codebook = read_bytes(options.codebook)
        if options.run:
            run, fault = try_run(options.run)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    checks = verify_adjudication(
        data,
        name=Path(options.file).name,
        sha256=options.sha256.lower() if options.sha256 else None,
        run=run,
        run_fault=fault,
        codebook=codebook,
    )
    ok = is_ok(checks)
    if options.json:
        print(json.dumps({"ok": ok, "checks": [check._asdict() for check in checks]}, indent=1))
    else:
        for check in checks:
            print(f"{check.result:8}{check.name}: {check.detail}")
    return 0 if ok else 1


def try_run(path: str) -> tuple[Run | None, str | None]:
    """The run of a file, or what is wrong with it."""
    try:
        return read_run(path), None
    except Bad as error:
        return None, str(error)


def is_ok(checks: list[Check]) -> bool:
    """No check failed, and one ran."""
    results = [check.result for check in checks]
    return "FAIL" not in results and "PASS" in results


if __name__ == "__main__":
    sys.exit(main())
