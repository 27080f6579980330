"""The only file access of ``scoring``: every format that is read or written, checked once at this border."""

from scoring.formats.adjudication import (
    adjudication_name,
    build_adjudication_bytes,
    check_adjudication_for_run,
    check_follows,
    parse_adjudication,
    read_adjudication,
)
from scoring.formats.atomic import sync_folder, write_atomic
from scoring.formats.canonical import canonical_json, digest_of, parse_canonical
from scoring.formats.codebook import canonical_codebook, default_codebook, parse_codebook, read_codebook
from scoring.formats.codings import CODING_COLUMNS, read_codings, write_codings_csv
from scoring.formats.csv_cells import escape_cell, unescape_cell, write_csv
from scoring.formats.decisions import Decision, Decisions, read_decisions
from scoring.formats.json_file import dump_json
from scoring.formats.label_file import (
    build_label_file_bytes,
    check_label_file_for_run,
    parse_label_file,
    read_label_file,
)
from scoring.formats.lines import Progress
from scoring.formats.manifest import find_manifest, parse_manifest, read_manifest
from scoring.formats.plan_file import parse_plan, read_plan
from scoring.formats.reference import build_reference, read_reference
from scoring.formats.runs import (
    FORMATS,
    RecordText,
    StoredRun,
    load_stored_run,
    read_run,
    read_texts,
    store_run,
)
from scoring.formats.sample_file import read_sample
from scoring.formats.table import Row, Table, read_table

__all__ = [
    "CODING_COLUMNS",
    "FORMATS",
    "Decision",
    "Decisions",
    "Progress",
    "RecordText",
    "Row",
    "StoredRun",
    "Table",
    "adjudication_name",
    "build_adjudication_bytes",
    "build_label_file_bytes",
    "build_reference",
    "canonical_codebook",
    "canonical_json",
    "check_adjudication_for_run",
    "check_follows",
    "check_label_file_for_run",
    "default_codebook",
    "digest_of",
    "dump_json",
    "escape_cell",
    "find_manifest",
    "load_stored_run",
    "parse_adjudication",
    "parse_canonical",
    "parse_codebook",
    "parse_label_file",
    "parse_manifest",
    "parse_plan",
    "read_adjudication",
    "read_codebook",
    "read_codings",
    "read_decisions",
    "read_label_file",
    "read_manifest",
    "read_plan",
    "read_reference",
    "read_run",
    "read_sample",
    "read_table",
    "read_texts",
    "store_run",
    "sync_folder",
    "unescape_cell",
    "write_atomic",
    "write_codings_csv",
    "write_csv",
]
