import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("app", "0007_webhooks"),
        ("bounces", "0007_what_came_back_lately"),
        ("mailboxes", "0023_an_answer_lasts"),
    ]

    operations = [
        migrations.CreateModel(
            name="ErasureWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("received_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "recipient",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to="mailboxes.recipient"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)), fields=("recipient",), name="one_open_erasure"
                    )
                ],
            },
        ),
    ]
