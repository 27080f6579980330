"""Walking Django's relations from some tables to others, forwards, backwards, hidden and generic ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from django.contrib.contenttypes.fields import GenericForeignKey
from django.db.models import Model

__all__ = ["find_path"]

Table = type[Model]


def find_path(start: Collection[Table], end: Collection[Table]) -> list[str]:
    """The shortest way from a table of ``start`` to one of ``end``, as names of tables and fields; empty without one.

    A generic foreign key may lead anywhere, so it counts as a way to every table.
    """
    ways: dict[Table, list[str]] = {table: [table.__name__] for table in start}
    waiting = deque(start)
    while waiting:
        table = waiting.popleft()
        for name, neighbour in _list_relations(table):
            if neighbour is None:
                return [*ways[table], f"{name} (generic)"]
            if neighbour in end:
                return [*ways[table], name, neighbour.__name__]
            if neighbour not in ways:
                ways[neighbour] = [*ways[table], name, neighbour.__name__]
                waiting.append(neighbour)
    return []


def _list_relations(table: Table) -> Iterator[tuple[str, Table | None]]:
    """Each relation of a table with the table it leads to; None for a generic one. Parents and proxies are relations."""
    for field in table._meta.get_fields(include_hidden=True):
        if isinstance(field, GenericForeignKey):
            yield field.name, None
        elif field.is_relation and field.related_model is not None:
            yield field.name, field.related_model
        through = getattr(getattr(field, "remote_field", None), "through", None)
        if through is not None:
            yield f"{field.name} (through)", through
    for parent in table._meta.all_parents:
        yield "(parent)", parent
    if table._meta.concrete_model is not table:
        yield "(proxy)", table._meta.concrete_model
