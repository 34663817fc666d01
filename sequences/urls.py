"""Routes of this package."""

from django.urls import path

from sequences.views import campaigns, contacts, dashboard, imports, suppressions, tasks, webhooks

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("campaigns/", campaigns.index, name="campaigns"),
    path("campaigns/<int:campaign_id>/", campaigns.detail, name="campaign"),
    path("campaigns/<int:campaign_id>/<str:verb>/", campaigns.run, name="run_campaign"),
    path("contacts/", contacts.index, name="contacts"),
    path("contacts/<int:contact_id>/", contacts.detail, name="contact"),
    path("contacts/imports/", imports.index, name="imports"),
    path("contacts/imports/add/", imports.add, name="add_import"),
    path("contacts/imports/<int:import_id>/", imports.detail, name="import"),
    path("contacts/imports/<int:import_id>/answer/", imports.answer, name="answer_import"),
    path("contacts/imports/<int:import_id>/confirm/", imports.confirm, name="confirm_import"),
    path("contacts/imports/<int:import_id>/cancel/", imports.cancel, name="cancel_import"),
    path("contacts/imports/<int:import_id>/rejected/", imports.rejected, name="rejected_rows"),
    path("contacts/imports/<int:import_id>/undo/", imports.undo, name="undo_import"),
    path("tasks/", tasks.index, name="tasks"),
    path("tasks/<int:task_id>/<str:verb>/", tasks.close, name="close_task"),
    path("mailboxes/", dashboard.mailboxes, name="mailboxes"),
    path("do-not-contact/", suppressions.index, name="suppressions"),
    path("do-not-contact/add/", suppressions.add, name="suppress"),
    path("do-not-contact/export/", suppressions.export, name="export_suppressions"),
    path("do-not-contact/check/", suppressions.check, name="check_address"),
    path("do-not-contact/<int:suppression_id>/lift/", suppressions.lift, name="lift_suppression"),
    path("settings/webhooks/", webhooks.index, name="webhooks"),
    path("settings/webhooks/make/", webhooks.make, name="make_webhook"),
    path("settings/webhooks/<int:webhook_id>/", webhooks.posts, name="webhook_posts"),
    path("settings/webhooks/<int:webhook_id>/end/", webhooks.end, name="end_webhook"),
    path("settings/webhooks/posts/<int:post_id>/again/", webhooks.again, name="post_again"),
]
