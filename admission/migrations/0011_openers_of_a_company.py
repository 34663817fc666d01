"""The domain of whom a first mail went to stands in the ledger: people of a company are counted by it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("admission", "0010_days_of_a_ramp")]

    operations = [
        migrations.AddField(
            model_name="ledgerline",
            name="company",
            field=models.CharField(
                blank=True,
                db_default="",
                help_text="The domain of whom it opened to, where it is a company's.",
                max_length=253,
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerline",
            index=models.Index(
                condition=models.Q(("company", ""), _negated=True),
                fields=["workspace", "company"],
                name="line_of_company",
            ),
        ),
    ]
