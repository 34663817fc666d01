"""Routes of this package; the pages of mailboxes that exist are those of sequences, which knows what is planned."""

from django.urls import path

from mailboxes.views import connect, google, lists, service_accounts

urlpatterns = [
    path("mailboxes/connect/", connect.address, name="connect_mailbox"),
    path("mailboxes/connect/doors/", connect.doors, name="connect_doors"),
    path("mailboxes/connect/password/", connect.password, name="connect_password"),
    path("mailboxes/connect/google/", google.leave, name="connect_google"),
    path("mailboxes/connect/google/return/", google.come_back, name="google_return"),
    path("mailboxes/connect/service-account/", service_accounts.index, name="service_accounts"),
    path("mailboxes/connect/service-account/key/", service_accounts.store, name="keep_service_account"),
    path("mailboxes/connect/service-account/mailboxes/", service_accounts.mailboxes, name="connect_delegated"),
    path("mailboxes/connect/list/", lists.add, name="connect_list"),
    path("mailboxes/lists/<int:list_id>/", lists.detail, name="mailbox_list"),
    path("mailboxes/lists/<int:list_id>/save/", lists.save, name="save_mailbox_list"),
    path("mailboxes/lists/<int:list_id>/again/", lists.again, name="try_mailbox_list"),
]
