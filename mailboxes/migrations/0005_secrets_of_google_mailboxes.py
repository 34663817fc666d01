import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("app", "0003_broker_tables"),
        ("mailboxes", "0004_what_servers_said"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="credential",
            name="refreshing_until",
            field=models.DateTimeField(help_text="True time; until then one process refreshes.", null=True),
        ),
        migrations.AddField(
            model_name="credential",
            name="version",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="ConsentRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.CharField(max_length=64, unique=True)),
                ("session", models.CharField(max_length=64)),
                ("address", models.CharField(max_length=254)),
                ("redirect_uri", models.CharField(max_length=500)),
                ("verifier", models.TextField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
        ),
        migrations.CreateModel(
            name="ServiceAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=100)),
                ("email", models.CharField(max_length=254)),
                ("client_id", models.CharField(max_length=64)),
                ("project", models.CharField(blank=True, max_length=100)),
                ("sealed", models.TextField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("updated_at", models.DateTimeField()),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="app.workspace")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "name"), name="one_service_account_per_name")
                ],
            },
        ),
    ]
