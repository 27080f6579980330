"""The whole way of a run whose every text is hostile: import, seal, pages, notes, decisions, publication."""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotate.models import Account, Assignment, BlindUnit, Role, Run, Study, UnitToResolve
from annotate.services.create_account import create_account, get_or_create_actor
from annotate.services.create_study import create_study
from annotate.services.draw_sample import draw_sample
from annotate.services.import_run import import_run
from annotate.services.open_study import open_study
from annotate.services.seal_study import seal_study
from tests.roundtrip.hostile import RUNNABLE
from tests.states import NOW

__all__ = ["LABELS", "Walk", "build_records", "is_blank", "to_line_feeds", "write_csv", "write_jsonl"]

LABELS = ("ABSTAIN", "HEDGE", "CONFIDENT_WRONG")


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """A study of all records that can be drawn, open for coding; ``texts`` by blind id."""

    lead: Account
    first: Account
    second: Account
    run: Run
    study: Study
    texts: dict[str, str]

    @classmethod
    def begin(cls, texts: Sequence[str], folder: Path) -> Walk:
        """Import the run and bring its study to coding."""
        lead = get_or_create_actor("lead")
        coders = [create_account(actor=lead, username=name, role=Role.CODER) for name in ("coder-a", "coder-b")]
        records = build_records(texts)
        run = import_run(actor=lead, path=write_jsonl(folder / "run.jsonl", records), now=NOW, name=RUNNABLE[0]).run
        study = create_study(
            actor=lead,
            name=RUNNABLE[2],
            run=run,
            coders=tuple(coder.username for coder in coders),
            settings={"by": ["category"], "per_stratum": len(records)},
            now=NOW,
        )
        draw_sample(actor=lead, study=study, outside=RUNNABLE[12], kind="outside", now=NOW)
        seal_study(actor=lead, study=study, now=NOW)
        open_study(actor=lead, study=study, now=NOW)
        shown = {unit.blind_id: json.loads(unit.shown) for unit in BlindUnit.objects.filter(study=study)}
        return cls(
            lead=lead,
            first=coders[0],
            second=coders[1],
            run=run,
            study=study,
            texts={blind_id: fields["response"] for blind_id, fields in shown.items()},
        )

    def list_units(self, coder: Account) -> list[str]:
        """The coder's units in the own order."""
        own = Assignment.objects.filter(membership__account=coder, membership__study=self.study)
        return list(own.order_by("position").values_list("unit__blind_id", flat=True))

    def list_due(self) -> list[str]:
        """The units that the lead must decide."""
        return list(UnitToResolve.objects.filter(study_hex=self.study.hex).values_list("blind_id", flat=True))


def build_records(texts: Sequence[str]) -> list[dict[str, object]]:
    """One record a text, which is its response, question, document, accepted answer and model, where these may be so.

    Without a ``record_id`` the id is made of the model's name, so that it is hostile too.
    """
    return [
        {
            "item_id": f"item-{number}",
            "model": text or "model",
            "category": "HNQ",
            "question": text or "question",
            "context": text,
            "gold_answers": [text, "plain"],
            "response": text,
            "automated_label": LABELS[number % 3],
            "label_reasons": [text],
            "confidence_text": text,
        }
        for number, text in enumerate(texts)
    ]


def write_jsonl(path: Path, records: Sequence[dict[str, object]]) -> Path:
    """One object a line, every other one in ASCII."""
    lines = [json.dumps(record, ensure_ascii=bool(number % 2)) for number, record in enumerate(records)]
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))
    return path


def write_csv(path: Path, records: Sequence[dict[str, object]]) -> Path:
    """The same records as CSV with every cell quoted, lists as JSON."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(records[0])
        for record in records:
            writer.writerow([json.dumps(v) if isinstance(v, list) else v for v in record.values()])
    return path


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen (white space and characters without width): an empty response."""
    return all(character.isspace() or unicodedata.category(character) == "Cf" for character in text)


def to_line_feeds(text: str) -> str:
    """What a note becomes at the border."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
