"""Routes of this package."""

from django.urls import path

from bounces import views

urlpatterns = [
    path("u/<str:token>", views.unsubscribe, name="unsubscribe"),
    path("u/<str:token>/", views.unsubscribe),  # some clients add a slash, and a POST must never be redirected
]
