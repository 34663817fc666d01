"""Routes; each package's own are included by string."""

from django.urls import include, path

from app.views import invitations, keys, people, shell, workspace

urlpatterns = [
    path("health", shell.health, name="health"),
    path("favicon.ico", shell.favicon),
    path("accounts/password/reset/", shell.forgotten),  # before the page of allauth, which would mail a link
    path("accounts/", include("allauth.urls")),
    path("settings/", workspace.settings, name="settings"),
    path("settings/save/", workspace.save, name="save_settings"),
    path("settings/people/", people.index, name="people"),
    path("settings/people/invite/", people.invite, name="invite"),
    path("settings/people/invitations/<int:invitation_id>/withdraw/", people.withdraw, name="withdraw_invitation"),
    path("settings/people/<int:member_id>/role/", people.change_role, name="change_role"),
    path("settings/people/<int:member_id>/remove/", people.remove, name="remove_member"),
    path("settings/people/leave/", people.leave, name="leave_workspace"),
    path("settings/keys/", keys.index, name="keys"),
    path("settings/keys/make/", keys.make, name="make_key"),
    path("settings/keys/<int:key_id>/end/", keys.end, name="end_key"),
    path("workspaces/new/", workspace.new, name="new_workspace"),
    path("workspaces/switch/", workspace.switch, name="switch_workspace"),
    path("invitations/<str:secret>/", invitations.accept, name="invitation"),
    path("api/v1/", include(("app.api.site", "ninja"), namespace="api")),
    path("", include("mailboxes.urls")),
    path("", include("bounces.urls")),
    path("", include("sequences.urls")),
]
