from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sequences", "0010_a_window_is_a_list_of_spans")]

    operations = [
        migrations.AddIndex(
            model_name="enrollment",
            index=models.Index(
                name="enrollment_ended_lately",
                fields=["workspace", "ended_at"],
                condition=models.Q(ended_at__isnull=False),
            ),
        ),
        migrations.AddIndex(
            model_name="touch",
            index=models.Index(name="touch_held", fields=["campaign_id", "due_at"], condition=models.Q(state="held")),
        ),
    ]
