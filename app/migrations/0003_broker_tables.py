"""The tables of the default broker, in its own schema."""

from django.db import migrations
from dramatiq_postgres import generate_init_sql


class Migration(migrations.Migration):
    """Dropping the schema loses wake-ups only; the planner hands over again."""

    dependencies = [("app", "0002_log_is_append_only")]
    operations = [migrations.RunSQL(generate_init_sql(), "DROP SCHEMA dramatiq CASCADE")]
