import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The composite keys have indexes of their own, and a day of counts its page; Django's second ones go."""

    dependencies = [
        ("admission", "0004_mails_in_doubt"),
        ("app", "0003_broker_tables"),
        ("mailboxes", "0012_moves_touch_no_index"),
    ]

    operations = [
        migrations.AlterField(
            model_name="counter",
            name="workspace",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
        ),
        migrations.AlterField(
            model_name="ledgerline",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AlterField(
            model_name="permit",
            name="delivery",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="mailboxes.delivery",
            ),
        ),
        migrations.AlterField(
            model_name="permit",
            name="mailbox",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, to="mailboxes.mailbox"
            ),
        ),
        migrations.AlterField(
            model_name="permit",
            name="recipient",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="mailboxes.recipient",
            ),
        ),
        migrations.AlterField(
            model_name="permit",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.RunSQL("ALTER TABLE admission_counter SET (fillfactor = 50)", migrations.RunSQL.noop),
    ]
