"""The database itself refuses to change or remove an event."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLES = ("annotate_event", "annotate_eventpayload")

SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

POSTGRESQL_FUNCTION = """
CREATE FUNCTION candor_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$
"""

POSTGRESQL = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
FOR EACH {level} EXECUTE FUNCTION candor_append_only();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_{verb}
"""


def add_triggers(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Update and delete are refused on both databases, truncate on PostgreSQL."""
    if schema_editor.connection.vendor == "sqlite":
        for table in TABLES:
            for verb in ("update", "delete"):
                schema_editor.execute(SQLITE.format(table=table, verb=verb))
        return
    schema_editor.execute(POSTGRESQL_FUNCTION)
    for table in TABLES:
        for verb, level in (("update", "ROW"), ("delete", "ROW"), ("truncate", "STATEMENT")):
            schema_editor.execute(POSTGRESQL.format(table=table, verb=verb, level=level))


class Migration(migrations.Migration):
    """Triggers on the ledger's tables."""

    dependencies = [("annotate", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, migrations.RunPython.noop)]
