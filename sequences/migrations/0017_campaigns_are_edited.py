import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COMPOSITE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_in_workspace" FOREIGN KEY (workspace_id, {1}) '
    'REFERENCES "{2}" (workspace_id, id) ON DELETE {3} DEFERRABLE INITIALLY IMMEDIATE'
)
WALLS = (
    ("sequences_step", "then_step_id", "sequences_step", "SET NULL (then_step_id)"),
    ("sequences_campaignversion", "campaign_id", "sequences_campaign", "CASCADE"),
    ("sequences_campaignversion", "variant_id", "sequences_variant", "SET NULL (variant_id)"),
    ("sequences_structuredraft", "campaign_id", "sequences_campaign", "CASCADE"),
)


class Migration(migrations.Migration):
    """Campaigns are edited: versions of them, steps not yet in place, and where people of a removed step go on."""

    dependencies = [
        ("app", "0007_webhooks"),
        ("sequences", "0016_where_contacts_come_from"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="step",
            name="then_step",
            field=models.ForeignKey(
                db_constraint=False,
                help_text="Of a removed step: the living one with which people go on; none: their sequence ends.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                to="sequences.step",
            ),
        ),
        migrations.CreateModel(
            name="StructureDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("base", models.JSONField()),
                ("steps", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.OneToOneField(
                        db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="sequences.campaign"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="app.workspace",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CampaignVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("copy", "Copy"), ("structure", "Structure"), ("settings", "Settings")], max_length=10
                    ),
                ),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                (
                    "extends",
                    models.BooleanField(
                        default=False, help_text="Who had finished goes on with what was added behind."
                    ),
                ),
                ("at", models.DateTimeField()),
                ("done_at", models.DateTimeField(help_text="All its people were moved.", null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="sequences.campaign",
                    ),
                ),
                (
                    "variant",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="sequences.variant",
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="app.workspace",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "id"], name="version_of_campaign"),
                    models.Index(
                        condition=models.Q(("done_at__isnull", True)), fields=["id"], name="version_unfinished"
                    ),
                ],
            },
        ),
        *(
            migrations.RunSQL(
                COMPOSITE.format(table, column, parent, action),
                f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_{column}_in_workspace"',
            )
            for table, column, parent, action in WALLS
        ),
    ]
