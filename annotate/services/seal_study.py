"""Sealing: blinded units, each coder's order, and the commitment to the key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from annotate.access.permissions import check_can
from annotate.access.phases import check_phase
from annotate.blinding.blind_ids import draw_blind_ids
from annotate.blinding.canonical import build_canonical, build_digest
from annotate.blinding.commitment import build_commitment, build_leaf, build_root
from annotate.blinding.entropy import Entropy, system_entropy
from annotate.errors import Refused
from annotate.models import Account, Design, Phase, Study
from annotate.selectors.designs import Plan, get_codebook, get_design, get_plan, get_run_data, get_run_row, get_sampled
from annotate.services.ledger import write_ledger
from annotate.services.make_units import SealedUnit, make_assignments, make_units
from annotate.vault.keys import put_key
from annotate.vault.runs import RecordText, list_texts
from scoring.records import prepare_records

__all__ = ["Sealed", "seal_study"]

STRATA = ("model", "category", "subcategory", "family")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """What sealing fixed: number of units, and the commitment to write down elsewhere."""

    units: int
    commitment: str


def seal_study(*, actor: Account, study: Study, now: datetime, entropy: Entropy = system_entropy) -> Sealed:
    """Copy the blinded units, fix orders and assignments, write the key and commit to it.

    Errors: ``WrongPhase``; ``Refused`` when no sample is drawn or a unit would get fewer than two codings in a study
    with coders.
    """
    check_can(actor, "run_study")
    with write_ledger(study.hex, now=now, entropy=entropy) as ledger:
        study.refresh_from_db()
        check_phase(study.phase, "seal")
        design = get_design(study)
        if not design.seed:
            raise Refused("Draw the sample before sealing.")
        plan = get_plan(design)
        _check_coders(plan)
        ids = draw_blind_ids(get_sampled(design).records, entropy)
        units = _build_units(study, design, plan, ids.names, entropy)
        key = _build_key(study, design, ids.secret, units)
        leaves = [build_leaf(unit.salt, build_canonical(unit.record)) for unit in units]
        commitment = build_commitment(
            run_sha256=design.run_sha256, plan_sha256=design.plan_sha256, n=len(units), root=build_root(leaves)
        )
        name = f"{study.hex}-{commitment[:12]}.json"
        put_key(name, build_canonical(key))
        make_units(study, units)
        make_assignments(study, units, plan, ids.secret)
        _record(study, design, commitment=commitment, key_name=name, n=len(units), now=now)
        ledger.append(
            "key.sealed",
            {"commitment": commitment, "n": len(units), "sample_sha256": design.sample_sha256},
            {"actor": actor.username},
        )
    return Sealed(units=len(units), commitment=commitment)


def _check_coders(plan: Plan) -> None:
    each = plan.codings_per_unit or len(plan.coders)
    if plan.coders and (len(plan.coders) < 2 or not 2 <= each <= len(plan.coders)):
        raise Refused(
            f"{len(plan.coders)} coder(s) with {each} coding(s) a unit: each unit needs at least two coders, "
            "and no more codings than there are coders."
        )


def _build_units(study: Study, design: Design, plan: Plan, names: dict[str, str], entropy: Entropy) -> list[SealedUnit]:
    """All sampled records as sealed units, in the order of their blind ids."""
    row = get_run_row(plan.run_sha256)
    sampled = get_sampled(design)
    records = prepare_records(get_run_data(row))
    facts = records.frame.assign(model=records.model_names[records.frame["model"]])
    drawn = facts.set_index("record_id").loc[list(sampled.records), [*STRATA, "automated_label"]].astype(object)
    impossible = get_codebook(study).impossible
    cells = {cell.key: cell for cell in sampled.strata}
    texts = list_texts(row.sha256, sampled.records, file_sha256=row.file_sha256)
    units = []
    for text, fact in zip(texts, drawn.where(drawn.notna(), None).to_dict("records"), strict=True):
        stratum = tuple(fact[name] for name in plan.by)
        shown = build_canonical({field: _shown(text, field) for field in plan.fields})
        blind_id = names[text.record_id]
        units.append(
            SealedUnit(
                blind_id=blind_id,
                shown=shown.decode("utf-8"),
                question=text.question if "question" in plan.fields else blind_id,
                impossible=impossible.get(fact["category"], ()),
                stratum=stratum,
                salt=entropy(32),
                record={
                    "blind_id": blind_id,
                    "record_id": text.record_id,
                    "repeat": 0,
                    "model": fact["model"],
                    "automated_label": fact["automated_label"],
                    "stratum": list(stratum),
                    "drawn": cells[stratum].drawn,
                    "available": cells[stratum].available,
                    "original_sha256": build_digest((text.response or "").encode("utf-8")),
                    "shown_sha256": build_digest(shown),
                    "masked": [],
                },
            )
        )
    return sorted(units, key=lambda unit: unit.blind_id)


def _shown(text: RecordText, field: str) -> object:
    value = getattr(text, field)
    return list(value) if isinstance(value, tuple) else value


def _build_key(study: Study, design: Design, secret: bytes, units: list[SealedUnit]) -> dict[str, object]:
    return {
        "format": "key-v1",
        "study": study.hex,
        "run_sha256": design.run_sha256,
        "plan_sha256": design.plan_sha256,
        "sample_sha256": design.sample_sha256,
        "blind_secret": secret.hex(),
        "n": len(units),
        "records": [{"salt": unit.salt.hex(), "record": unit.record} for unit in units],
    }


def _record(study: Study, design: Design, *, commitment: str, key_name: str, n: int, now: datetime) -> None:
    """Write down what was fixed, and the document that the lead shows to others."""
    document = {
        "format": "commitment-v1",
        "study": study.hex,
        "run_sha256": design.run_sha256,
        "plan_sha256": design.plan_sha256,
        "sample_sha256": design.sample_sha256,
        "codebook_sha256": study.codebook_sha256,
        "outside": {"kind": design.outside_kind, "value": design.outside_value},
        "seed": design.seed,
        "n": n,
        "commitment": commitment,
        "created": now.date().isoformat(),
    }
    design.commitment, design.key_name = commitment, key_name
    design.commitment_document = build_canonical(document).decode("utf-8")
    design.save()
    study.phase = Phase.SEALED
    study.save()
