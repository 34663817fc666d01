import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

TAG = 'ALTER TABLE "sequences_tag" ADD CONSTRAINT "sequences_tag_in_workspace" UNIQUE (workspace_id, id)'
COMPOSITE = (
    'ALTER TABLE "{0}" ADD CONSTRAINT "{0}_{1}_in_workspace" FOREIGN KEY (workspace_id, {1}) '
    'REFERENCES "{2}" (workspace_id, id) ON DELETE {3} DEFERRABLE INITIALLY IMMEDIATE'
)
# the beginning of a name is looked for as typed in any letter case, whatever the database's collation
SEARCHED = ("email", "first_name", "last_name", "company")
SEARCH = (
    'CREATE INDEX "contact_begins_{0}" ON "sequences_contact" (workspace_id, upper(({0})::text) text_pattern_ops){1}'
)


def statements() -> list[tuple[str, str]]:
    """Return what Django cannot say, each with its way back."""
    pairs = [(TAG, 'ALTER TABLE "sequences_tag" DROP CONSTRAINT "sequences_tag_in_workspace"')]
    for table, column, parent, action in (
        ("sequences_contacttag", "tag_id", "sequences_tag", "CASCADE"),
        ("sequences_contacttag", "contact_id", "sequences_contact", "CASCADE"),
        ("sequences_import", "tag_id", "sequences_tag", "SET NULL (tag_id)"),
    ):
        back = f'ALTER TABLE "{table}" DROP CONSTRAINT "{table}_{column}_in_workspace"'
        pairs.append((COMPOSITE.format(table, column, parent, action), back))
    for name in SEARCHED:
        where = "" if name == "email" else f" WHERE {name} <> ''"
        pairs.append((SEARCH.format(name, where), f'DROP INDEX "contact_begins_{name}"'))
    return pairs


class Migration(migrations.Migration):
    """Where contacts come from, what is known of their addresses, tags, and imports that wait for a person."""

    dependencies = [
        ("app", "0007_webhooks"),
        ("mailboxes", "0023_an_answer_lasts"),
        ("sequences", "0015_an_unhealthy_mailboxs_people_lie_apart"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ContactTag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.CreateModel(
            name="ImportPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="contact",
            name="basis",
            field=models.CharField(
                blank=True,
                choices=[
                    ("interest", "interest"),
                    ("consent", "consent"),
                    ("customer", "customer"),
                    ("public", "public"),
                ],
                db_default="",
                help_text="On what ground they are written to.",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="caution",
            field=models.CharField(
                blank=True,
                choices=[
                    ("risky_address", "risky_address"),
                    ("answered_elsewhere", "answered_elsewhere"),
                    ("protected", "protected"),
                ],
                db_default="",
                help_text="Why every step of theirs is held until a person decides.",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="source",
            field=models.CharField(
                blank=True, db_default="", help_text="Where the address comes from.", max_length=200
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="sourced_on",
            field=models.DateField(help_text="The day of source and basis.", null=True),
        ),
        migrations.AddField(
            model_name="contact",
            name="verification",
            field=models.CharField(
                blank=True,
                choices=[("valid", "valid"), ("risky", "risky"), ("invalid", "invalid")],
                db_default="",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="verified_on",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="contact",
            name="waived",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="The caution a person decided about; no file brings it back.",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="import",
            name="basis",
            field=models.CharField(blank=True, db_default="", max_length=20),
        ),
        migrations.AddField(
            model_name="import",
            name="foreseen",
            field=models.JSONField(default=dict, help_text="Numbers of people, counted before anybody is written."),
        ),
        migrations.AddField(
            model_name="import",
            name="said",
            field=models.CharField(
                blank=True, db_default="", help_text="Why the file could not be read.", max_length=300
            ),
        ),
        migrations.AddField(
            model_name="import",
            name="scope",
            field=models.CharField(
                choices=[("skip", "Skip"), ("update", "Update"), ("fill", "Fill")],
                db_default="update",
                default="update",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="import",
            name="source",
            field=models.CharField(blank=True, db_default="", max_length=200),
        ),
        migrations.AddField(
            model_name="import",
            name="undone",
            field=models.JSONField(default=dict, help_text="What was taken back, and what stays."),
        ),
        migrations.AddField(
            model_name="import",
            name="verified_on",
            field=models.DateField(help_text="When its addresses were verified, unless a row says so.", null=True),
        ),
        migrations.AlterField(
            model_name="import",
            name="state",
            field=models.CharField(
                choices=[
                    ("uploaded", "Uploaded"),
                    ("reading", "Reading"),
                    ("read", "Read"),
                    ("staged", "Staged"),
                    ("running", "Running"),
                    ("done", "Done"),
                    ("failed", "Failed"),
                    ("undone", "Undone"),
                ],
                default="staged",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                condition=models.Q(("owner__isnull", False)),
                fields=["workspace", "owner", "-id"],
                name="contact_of_owner",
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                condition=models.Q(("country_code", ""), _negated=True),
                fields=["workspace", "country_code", "-id"],
                name="contact_of_country",
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                condition=models.Q(("import_id__isnull", False)), fields=["import_id", "-id"], name="contact_of_import"
            ),
        ),
        migrations.AddIndex(
            model_name="contact",
            index=models.Index(
                condition=models.Q(("caution", ""), _negated=True),
                fields=["workspace", "-id"],
                name="contact_with_caution",
            ),
        ),
        migrations.AddField(
            model_name="contacttag",
            name="contact",
            field=models.ForeignKey(
                db_constraint=False, on_delete=django.db.models.deletion.CASCADE, to="sequences.contact"
            ),
        ),
        migrations.AddField(
            model_name="contacttag",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="app.workspace"
            ),
        ),
        migrations.AddField(
            model_name="importpiece",
            name="batch",
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="sequences.import"),
        ),
        migrations.AddField(
            model_name="tag",
            name="workspace",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace"),
        ),
        migrations.AddField(
            model_name="contacttag",
            name="tag",
            field=models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, to="sequences.tag"
            ),
        ),
        migrations.AddField(
            model_name="import",
            name="tag",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                to="sequences.tag",
            ),
        ),
        migrations.AddConstraint(
            model_name="importpiece",
            constraint=models.UniqueConstraint(fields=("batch", "number"), name="one_piece_per_number"),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.UniqueConstraint(
                models.F("workspace"), django.db.models.functions.text.Lower("name"), name="one_tag_per_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="contacttag",
            constraint=models.UniqueConstraint(fields=("tag", "contact"), name="one_tag_per_contact"),
        ),
        *(migrations.RunSQL(forth, back) for forth, back in statements()),
    ]
