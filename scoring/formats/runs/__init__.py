"""Run files: read, checked, hashed, stored."""

from scoring.formats.runs.options import FORMATS
from scoring.formats.runs.reading import read_run
from scoring.formats.runs.stored import RecordText, load_stored_run, read_texts
from scoring.formats.runs.storing import StoredRun, store_run

__all__ = ["FORMATS", "RecordText", "StoredRun", "load_stored_run", "read_run", "read_texts", "store_run"]
