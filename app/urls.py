"""Routes; each package's own are included by string."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("", include("bounces.urls")),
    path("", include("sequences.urls")),
]
