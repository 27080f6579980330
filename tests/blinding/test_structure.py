"""No relation leads from a coder's table to what is sealed (trust, D3)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test.utils import isolate_apps

from annotate import models as tables
from tests.blinding.structure import Table, find_path

CODERS = (
    tables.Study,
    tables.Membership,
    tables.BlindUnit,
    tables.Assignment,
    tables.Coding,
    tables.AcceptedRequest,
    tables.Account,
)
SEALED = (
    tables.Run,
    tables.Design,
    tables.Deviation,
    tables.UnitFacts,
    tables.UnitToResolve,
    tables.Decision,
    tables.Revision,
    tables.Event,
    tables.EventPayload,
)
"""What only leads may see, and the ledger, which holds everybody's labels."""


def test_every_table_is_on_one_side() -> None:
    assert set(apps.get_app_config("annotate").get_models()) == {*CODERS, *SEALED}


@pytest.mark.parametrize("start", CODERS)
def test_no_way_from_a_coders_table_to_what_is_sealed(start: Table) -> None:
    assert find_path([start], SEALED) == []


def test_coders_tables_are_related_to_each_other() -> None:
    there = find_path([tables.Coding], [tables.Study])
    assert (there[0], there[-1], len(there)) == ("Coding", "Study", 7)
    assert len(find_path([tables.Study], [tables.Coding])) == 7


def test_no_field_of_a_coders_table_is_named_after_a_fact() -> None:
    names = {field.name for table in CODERS for field in table._meta.get_fields(include_hidden=True)}
    assert {
        name for name in names if re.search("model|famil|categor|strat|record|automat|trigger|token", name)
    } == set()


def _build_table(name: str, *parents: Table, **fields: models.Field[object, object]) -> Table:
    """A throw-away table that is gone from the registry with the test."""
    meta = type("Meta", (), {"app_label": "contenttypes"})
    return type(name, parents or (models.Model,), {"__module__": __name__, "Meta": meta, **fields})


def _foreign_key(unit: Table, fact: Table) -> None:
    """From a third table to both."""
    keys = {
        name: models.ForeignKey(table, models.CASCADE, related_name="+")
        for name, table in zip("uf", (unit, fact), strict=True)
    }
    _build_table("Link", **keys)


def _many_to_many(unit: Table, fact: Table) -> None:
    models.ManyToManyField(unit, related_name="+").contribute_to_class(fact, "units")


def _one_to_one(unit: Table, fact: Table) -> None:
    models.OneToOneField(unit, models.CASCADE, related_name="+").contribute_to_class(fact, "unit")


def _generic_key(unit: Table, fact: Table) -> None:
    models.ForeignKey(ContentType, models.CASCADE, related_name="+").contribute_to_class(unit, "kind")
    models.PositiveIntegerField().contribute_to_class(unit, "number")
    GenericForeignKey("kind", "number").contribute_to_class(unit, "about")


def _generic_relation(unit: Table, fact: Table) -> None:
    models.ForeignKey(ContentType, models.CASCADE, related_name="+").contribute_to_class(fact, "kind")
    models.PositiveIntegerField().contribute_to_class(fact, "number")
    GenericRelation(fact, "number", "kind").contribute_to_class(unit, "facts")


PLANTED = (_foreign_key, _many_to_many, _one_to_one, _generic_key, _generic_relation)


@pytest.mark.parametrize("plant", PLANTED)
@isolate_apps("django.contrib.contenttypes")
def test_a_planted_relation_is_found(plant: Callable[[Table, Table], None]) -> None:
    unit, fact = _build_table("Unit"), _build_table("Fact")
    assert find_path([unit], [fact]) == []
    plant(unit, fact)
    assert find_path([unit], [fact]) != []


@isolate_apps("django.contrib.contenttypes")
def test_a_planted_child_table_is_found() -> None:
    unit = _build_table("Unit")
    fact = _build_table("Fact", unit)
    assert find_path([unit], [fact]) != []
    assert find_path([fact], [unit]) != []
