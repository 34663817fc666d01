"""Routes of this package."""

from django.urls import path

from bounces import views

urlpatterns = [
    path("u/<str:token>", views.unsubscribe, name="unsubscribe"),
    path("u/<str:token>/why", views.why, name="why_we_wrote"),
    path("u/<str:token>/delete", views.delete, name="delete_my_data"),
    path("u/<str:token>/", views.unsubscribe),  # some clients add a slash, and a POST must never be redirected
]
