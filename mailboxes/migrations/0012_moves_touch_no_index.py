import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A move of a delivery rewrites no index and finds room in its own page; Django's second indexes of keys go."""

    dependencies = [
        ("app", "0003_broker_tables"),
        ("mailboxes", "0011_names_and_quotas"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="delivery",
            name="one_live_delivery_per_touch",
        ),
        migrations.RemoveIndex(
            model_name="delivery",
            name="delivery_uncertain",
        ),
        migrations.RemoveIndex(
            model_name="delivery",
            name="delivery_of_campaign",
        ),
        migrations.RemoveIndex(
            model_name="delivery",
            name="delivery_under_way",
        ),
        migrations.AddField(
            model_name="delivery",
            name="in_doubt",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Q(("state", "uncertain")),  # type: ignore[arg-type]
                output_field=models.BooleanField(),
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="live",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Q(("state__in", ["prepared", "sending", "accepted", "uncertain"])),  # type: ignore[arg-type]
                output_field=models.BooleanField(),
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="message_id",
            field=models.CharField(help_text="Minted once, without angle brackets.", max_length=255),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="recipient",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="mailboxes.recipient",
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="token",
            field=models.CharField(help_text="Our id on the wire.", max_length=40),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(condition=models.Q(("in_doubt", True)), fields=["id"], name="delivery_uncertain"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("token",), name="one_delivery_per_token"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("message_id",), name="one_delivery_per_message_id"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("live", True)), fields=("touch_id",), name="one_live_delivery_per_touch"
            ),
        ),
        # Room for the versions of a row that is moved within seconds, so that they stay in its page.
        migrations.RunSQL("ALTER TABLE mailboxes_delivery SET (fillfactor = 60)", migrations.RunSQL.noop),
        migrations.RunSQL("ALTER TABLE mailboxes_budget SET (fillfactor = 30)", migrations.RunSQL.noop),
    ]
