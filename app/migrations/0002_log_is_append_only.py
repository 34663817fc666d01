"""The database is born here, the log refuses change, and world time has one formula."""

from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BORN = """
INSERT INTO app_installation (id, kind, speed, anchor_real, anchor_world, simulator_endpoints, born_at)
SELECT 1, %s, 1.0, n, n, '[]', n FROM (SELECT clock_timestamp() AS n) t
"""
KIND_NEVER_CHANGES = """
CREATE FUNCTION installation_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.kind <> OLD.kind THEN
    RAISE EXCEPTION 'a database is born % and stays it', OLD.kind USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER installation_is_fixed BEFORE UPDATE OR DELETE ON app_installation
  FOR EACH ROW EXECUTE FUNCTION installation_is_fixed();
"""
WORLD_TIME = """
CREATE FUNCTION world_time(instant timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS
  'SELECT anchor_world + (instant - anchor_real) * speed FROM app_installation WHERE id = 1';
"""
APPEND_ONLY = """
ALTER TABLE app_event ADD COLUMN txid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX event_by_txid ON app_event (txid, id);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER event_is_append_only BEFORE UPDATE OR DELETE ON app_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_is_not_truncated BEFORE TRUNCATE ON app_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
"""


def bear(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the one row that says what this database is; FORBEAR_KIND decides, once."""
    schema_editor.execute(BORN, [settings.FORBEAR_KIND])


class Migration(migrations.Migration):
    """Nothing here is undone: a log that can be emptied proves nothing."""

    dependencies = [("app", "0001_initial")]
    operations = [
        migrations.RunSQL(WORLD_TIME, migrations.RunSQL.noop),
        migrations.RunSQL(APPEND_ONLY, migrations.RunSQL.noop),
        migrations.RunPython(bear, migrations.RunPython.noop),
        migrations.RunSQL(KIND_NEVER_CHANGES, migrations.RunSQL.noop),
    ]
