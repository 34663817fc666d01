import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The composite keys have indexes of their own; Django's second ones go."""

    dependencies = [
        ("app", "0003_broker_tables"),
        ("mailboxes", "0012_moves_touch_no_index"),
        ("sequences", "0004_the_composite_keys_say_it"),
    ]

    operations = [
        migrations.AlterField(
            model_name="enrollment",
            name="campaign",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                to="sequences.campaign",
            ),
        ),
        migrations.AlterField(
            model_name="enrollment",
            name="recipient",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="mailboxes.recipient",
            ),
        ),
        migrations.AlterField(
            model_name="enrollment",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AlterField(
            model_name="touch",
            name="enrollment",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                to="sequences.enrollment",
            ),
        ),
        migrations.AlterField(
            model_name="touch",
            name="mailbox",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                to="mailboxes.mailbox",
            ),
        ),
        migrations.AlterField(
            model_name="touch",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddIndex(
            model_name="touch",
            index=models.Index(
                condition=models.Q(("state", "planned")), fields=["mailbox", "slot_at"], name="touch_handed_out"
            ),
        ),
    ]
