"""Contacts, and the tags that people put on them."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from app.models import Workspace
from mailboxes.models import Recipient
from sequences.core.homes.origin import Origin
from sequences.core.standing import Basis, Caution, Verification


class Contact(models.Model):
    """A person with an address, unique by normalised address in a workspace."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    email = models.CharField(max_length=254)
    domain = models.CharField(max_length=253)
    first_name = models.CharField(max_length=200, blank=True)
    last_name = models.CharField(max_length=200, blank=True)
    company = models.CharField(max_length=300, blank=True)
    title = models.CharField(max_length=300, blank=True)
    phone = models.CharField(max_length=100, blank=True)
    linkedin_url = models.CharField(max_length=500, blank=True)
    country = models.CharField(max_length=100, blank=True)
    time_zone = models.CharField(max_length=64, blank=True, help_text="Empty: the campaign's.")
    zone_origin = models.CharField(
        max_length=7,
        choices=[(one.value, one.value) for one in Origin],
        default=Origin.DEFAULT.value,
        db_default=Origin.DEFAULT.value,
    )
    country_code = models.CharField(
        max_length=2,
        blank=True,
        db_default="",
        help_text="ISO 3166, of the country as it was written or of a given zone.",
    )
    fields = models.JSONField(default=dict)
    source = models.CharField(max_length=200, blank=True, db_default="", help_text="Where the address comes from.")
    basis = models.CharField(
        max_length=20,
        blank=True,
        db_default="",
        choices=[(one.value, one.value) for one in Basis],
        help_text="On what ground they are written to.",
    )
    sourced_on = models.DateField(null=True, help_text="The day of source and basis.")
    verification = models.CharField(
        max_length=10, blank=True, db_default="", choices=[(one.value, one.value) for one in Verification]
    )
    verified_on = models.DateField(null=True)
    caution = models.CharField(
        max_length=20,
        blank=True,
        db_default="",
        choices=[(one.value, one.value) for one in Caution],
        help_text="Why every step of theirs is held until a person decides.",
    )
    waived = models.CharField(
        max_length=20,
        blank=True,
        db_default="",
        help_text="The caution a person decided about; no file brings it back.",
    )
    import_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        """One contact per person."""

        constraints = [
            models.UniqueConstraint(name="one_contact_per_recipient", fields=["workspace", "recipient"]),
            models.CheckConstraint(
                name="a_zone_has_its_origin",
                condition=Q(time_zone="", zone_origin=Origin.DEFAULT.value)
                | (~Q(time_zone="") & Q(zone_origin__in=[Origin.GIVEN.value, Origin.DERIVED.value])),
            ),
        ]
        indexes = [
            models.Index(name="contact_of_domain", fields=["workspace", "domain"]),
            models.Index(name="contact_newest", fields=["workspace", "-id"]),
            # the filters of the list; its search has indexes of its own, see migration 0016
            models.Index(
                name="contact_of_owner", fields=["workspace", "owner", "-id"], condition=Q(owner__isnull=False)
            ),
            models.Index(
                name="contact_of_country", fields=["workspace", "country_code", "-id"], condition=~Q(country_code="")
            ),
            models.Index(name="contact_of_import", fields=["import_id", "-id"], condition=Q(import_id__isnull=False)),
            models.Index(name="contact_with_caution", fields=["workspace", "-id"], condition=~Q(caution="")),
        ]

    def __str__(self) -> str:
        """Return the name, or the address where there is none."""
        return f"{self.first_name} {self.last_name}".strip() or self.email


class Tag(models.Model):
    """A word that people put on contacts."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    name = models.CharField(max_length=60)
    created_at = models.DateTimeField()

    class Meta:
        """A word means one tag, in any letter case."""

        constraints = [models.UniqueConstraint(F("workspace"), Lower("name"), name="one_tag_per_name")]

    def __str__(self) -> str:
        """Return the word."""
        return self.name


class ContactTag(models.Model):
    """A contact has a tag. A table and no array: the newest contacts of a tag are read off its index, at any size."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    tag = models.ForeignKey(Tag, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    contact = models.ForeignKey(Contact, on_delete=models.CASCADE, db_constraint=False)

    class Meta:
        """Once."""

        constraints = [models.UniqueConstraint(name="one_tag_per_contact", fields=["tag", "contact"])]
