"""Routes; each package's own are included by string."""

from django.urls import include, path

from app import views

urlpatterns = [
    path("health", views.health, name="health"),
    path("favicon.ico", views.favicon),
    path("accounts/password/reset/", views.forgotten),  # before the page of allauth, which would mail a link
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include(("app.api.site", "ninja"), namespace="api")),
    path("", include("mailboxes.urls")),
    path("", include("bounces.urls")),
    path("", include("sequences.urls")),
]
