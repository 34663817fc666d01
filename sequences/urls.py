"""Routes of this package."""

from django.urls import path

from sequences.views import campaigns, contacts, dashboard, suppressions, tasks

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("campaigns/", campaigns.index, name="campaigns"),
    path("campaigns/<int:campaign_id>/", campaigns.detail, name="campaign"),
    path("campaigns/<int:campaign_id>/<str:verb>/", campaigns.run, name="run_campaign"),
    path("contacts/", contacts.index, name="contacts"),
    path("contacts/<int:contact_id>/", contacts.detail, name="contact"),
    path("tasks/", tasks.index, name="tasks"),
    path("tasks/<int:task_id>/<str:verb>/", tasks.close, name="close_task"),
    path("mailboxes/", dashboard.mailboxes, name="mailboxes"),
    path("do-not-contact/", suppressions.index, name="suppressions"),
    path("do-not-contact/add/", suppressions.add, name="suppress"),
    path("do-not-contact/export/", suppressions.export, name="export_suppressions"),
    path("do-not-contact/check/", suppressions.check, name="check_address"),
    path("do-not-contact/<int:suppression_id>/lift/", suppressions.lift, name="lift_suppression"),
]
