"""What came back, whom it stops, and whom this workspace must never mail again."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from app.models import Workspace
from mailboxes.models import InboundMessage, Mailbox, Recipient
from mailboxes.models.deliveries import Stored


class Outcome(models.Model):
    """One thing that came back about one person. Written under the recipient's lock, never undone.

    Where a person says that a message was read wrongly, it gets `corrected_at`, and a new row names it in `corrects`.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    kind = models.CharField(max_length=20)
    stops = models.BooleanField(help_text="No automated mail may follow this until a person reopens.")
    suppresses = models.BooleanField(default=False, db_default=False, help_text="It asked for the do-not-contact list.")
    fence = models.PositiveIntegerField(help_text="The recipient's fence after this outcome.")
    category = models.CharField(max_length=30, blank=True)
    status = models.CharField(max_length=12, blank=True, help_text="Enhanced status code.")
    delivery_id = models.BigIntegerField(null=True)
    exact = models.BooleanField(default=False, help_text="Matched by our own Message-ID, not by address.")
    inbound_id = models.BigIntegerField(null=True)
    rule = models.CharField(max_length=60, blank=True)
    return_date = models.DateField(null=True)
    corrects = models.BigIntegerField(null=True, help_text="The outcome in whose place a person put this one.")
    corrected_at = models.DateTimeField(null=True, help_text="Since when a person says that this was read wrongly.")
    at = models.DateTimeField()
    world_at = models.DateTimeField()

    class Meta:
        """One outcome that counts per message and person it speaks of."""

        constraints = [
            models.UniqueConstraint(
                name="one_outcome_per_message_and_person",
                fields=["inbound_id", "recipient"],
                condition=Q(inbound_id__isnull=False, corrected_at__isnull=True),
            )
        ]
        indexes = [
            models.Index(name="outcome_of_recipient", fields=["recipient", "id"]),
            models.Index(name="outcome_of_delivery", fields=["delivery_id"], condition=Q(delivery_id__isnull=False)),
            models.Index(
                name="outcome_against_senders",
                fields=["workspace", "world_at"],
                condition=Q(kind__in=["bounced", "failed", "complained"]),
            ),
        ]


class Suppression(models.Model):
    """Do not contact: an address (by its recipient row, so that it needs no contact) or a domain."""

    class Scope(models.TextChoices):
        """What an entry covers; a domain is written `foo.example`, or `*.bar.example` for its subdomains alone."""

        ADDRESS = "address"
        DOMAIN = "domain"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    scope = models.CharField(max_length=10, choices=Scope)
    recipient = models.ForeignKey(Recipient, null=True, on_delete=models.PROTECT, db_constraint=False)
    domain = models.CharField(max_length=253, blank=True)
    reason = models.CharField(max_length=60)
    source = models.CharField(max_length=20, blank=True, db_default="", help_text="The way it came: bounces.core.ways.")
    delivery_id = models.BigIntegerField(null=True)
    outcome_id = models.BigIntegerField(null=True, help_text="What came back and asked for it.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lift_reason = models.CharField(max_length=200, blank=True)
    cascaded_at = models.DateTimeField(null=True, help_text="A domain's people were all taken out of their campaigns.")

    class Meta:
        """One living entry per address and per domain."""

        constraints = [
            models.UniqueConstraint(
                name="one_suppression_per_address",
                fields=["workspace", "recipient"],
                condition=Q(lifted_at__isnull=True, recipient__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_suppression_per_domain",
                fields=["workspace", "domain"],
                condition=Q(lifted_at__isnull=True) & ~Q(domain=""),
            ),
            models.CheckConstraint(
                name="suppression_names_one_thing",
                condition=Q(scope="address", recipient__isnull=False, domain="")
                | (Q(scope="domain", recipient__isnull=True) & ~Q(domain="")),
            ),
        ]


class UnsubscribeRequest(models.Model):
    """The bare wish, committed before anything is tried; while it is open the permit refuses."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    delivery_id = models.BigIntegerField(null=True)
    way = models.CharField(max_length=20, blank=True, db_default="", help_text="one_click or page.")
    received_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()

    class Meta:
        """Open ones are looked up by the permit and by the sweeper."""

        indexes = [
            models.Index(name="unsubscribe_open", fields=["recipient"], condition=Q(done_at__isnull=True)),
            models.Index(name="unsubscribe_due", fields=["next_try_at"], condition=Q(done_at__isnull=True)),
        ]


class ErasureWish(models.Model):
    """Somebody pressed "delete my data" on the page behind a link of theirs; carried out within seconds."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    received_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)

    class Meta:
        """One open wish of a person; the open ones are read often."""

        constraints = [
            models.UniqueConstraint(name="one_open_erasure", fields=["recipient"], condition=Q(done_at__isnull=True))
        ]


class LearnedAddress(models.Model):
    """Another address of a person, learned from an answer they wrote; both are recipients.

    A suppression of either forbids mail to both.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="aliases")
    alias = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="alias_of")
    inbound_id = models.BigIntegerField(null=True, help_text="The answer that taught it.")
    learned_at = models.DateTimeField()

    class Meta:
        """An address is learned once for a person."""

        constraints = [models.UniqueConstraint(name="one_alias_per_person", fields=["recipient", "alias"])]
        indexes = [models.Index(name="alias_lookup", fields=["alias"])]


class Correspondent(models.Model):
    """Somebody else who answered for a person: a colleague in the thread, or whoever answers for several.

    What they write later, outside the thread, is about that person. They are not that person: what they forbid for
    themselves forbids nothing for others.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    writer = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    inbound_id = models.BigIntegerField(null=True)
    learned_at = models.DateTimeField()

    class Meta:
        """Once for a person."""

        constraints = [models.UniqueConstraint(name="one_correspondent_per_person", fields=["recipient", "writer"])]


class Relabel(models.Model):
    """A person said what a message is. The reader does not take that back, however often it reads it again."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False)
    inbound_id = models.BigIntegerField(db_index=True)
    was = models.CharField(max_length=20)
    now = models.CharField(max_length=20)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    reason = models.CharField(max_length=1000)
    at = models.DateTimeField()


class Conversation(models.Model):
    """What a person and a mailbox wrote to each other, and who of us sees to it.

    Times are of the messages (world time). A snoozed one whose time is over counts as open; nothing sweeps it.
    """

    class State(models.TextChoices):
        """Whether somebody has to look at it; a message that a person wrote opens it again."""

        OPEN = "open"
        SNOOZED = "snoozed"
        DONE = "done"

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    recipient = models.ForeignKey(Recipient, on_delete=models.PROTECT, db_constraint=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    state = models.CharField(max_length=7, choices=State, default=State.OPEN, db_default=State.OPEN.value)
    snoozed_until = models.DateTimeField(null=True)
    unread = models.PositiveIntegerField(default=0, db_default=0, help_text="Messages since somebody looked.")
    received = models.PositiveIntegerField(default=0, db_default=0, help_text="Messages that came in.")
    last_kind = models.CharField(max_length=20, blank=True)
    last_inbound_at = models.DateTimeField(null=True)
    last_inbound_id = models.BigIntegerField(null=True)
    asked_at = models.DateTimeField(null=True, help_text="When the person last wrote words that want an answer.")
    answered_at = models.DateTimeField(null=True, help_text="When one of us last wrote to them by hand.")
    needs_answer = Stored(
        expression=Q(asked_at__isnull=False) & (Q(answered_at__isnull=True) | Q(answered_at__lt=F("asked_at"))),  # type: ignore[arg-type]
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        """One conversation per person and mailbox; the indexes are the lists of the inbox, newest first."""

        constraints = [
            models.UniqueConstraint(name="one_conversation", fields=["mailbox", "recipient"]),
            models.CheckConstraint(
                name="conversation_state_is_known", condition=Q(state__in=["open", "snoozed", "done"])
            ),
            models.CheckConstraint(
                name="snoozed_has_its_time",
                condition=Q(state="snoozed", snoozed_until__isnull=False)
                | (~Q(state="snoozed") & Q(snoozed_until__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(name="conversation_newest", fields=["workspace", "last_inbound_at", "id"]),
            # what is done is most of them, and the usual list leaves it out
            models.Index(
                name="conversation_open", fields=["workspace", "last_inbound_at", "id"], condition=~Q(state="done")
            ),
            models.Index(name="conversation_of_owner", fields=["workspace", "owner", "last_inbound_at", "id"]),
            models.Index(name="conversation_of_kind", fields=["workspace", "last_kind", "last_inbound_at", "id"]),
        ]


class ConversationMessage(models.Model):
    """A message of a conversation: one that came in, or one that somebody of us wrote by hand elsewhere (`own`)."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    message = models.ForeignKey(InboundMessage, on_delete=models.CASCADE, db_constraint=False)
    at = models.DateTimeField(help_text="When it arrived or left, world time.")

    class Meta:
        """Once in a conversation; read from the newest on."""

        constraints = [
            models.UniqueConstraint(name="once_in_a_conversation", fields=["conversation", "message"]),
        ]
        indexes = [models.Index(name="messages_of_conversation", fields=["conversation", "at", "message"])]


class InboundText(models.Model):
    """What people read of a message: who it says it is from, its subject, its writer's new words. Never HTML.

    Kept beside the message, so that it goes with a person's data and no page reads untrusted bytes again.
    """

    message = models.OneToOneField(InboundMessage, primary_key=True, on_delete=models.CASCADE)
    from_address = models.CharField(max_length=320, blank=True)
    from_name = models.CharField(max_length=200, blank=True)
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    cut = models.BooleanField(default=False, help_text="The message holds more than is kept here.")
    calendar = models.JSONField(default=dict, help_text="Of an answer to an invitation: answer, summary, starts.")


class WarmupMarker(models.Model):
    """A word by which a warm-up service marks its mail to and from a mailbox: see bounces.core.markers."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    mailbox = models.ForeignKey(Mailbox, on_delete=models.CASCADE, db_constraint=False, db_index=False)
    place = models.CharField(max_length=7, help_text="subject, body or header.")
    text = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField()

    class Meta:
        """Once in a place."""

        constraints = [
            models.UniqueConstraint(name="one_warmup_marker", fields=["mailbox", "place", "text"]),
            models.CheckConstraint(name="marker_place_is_known", condition=Q(place__in=["subject", "body", "header"])),
        ]


class LinkHost(models.Model):
    """A public host that serves opt-out links, and what its last self-test said.

    `domain` is the sending domain whose mail names it; empty is BASE_URL, for mail of all others. Such a row speaks for
    the whole installation and belongs to no workspace. Times are true time. bounces.actions.links judges it.
    """

    domain = models.CharField(max_length=253, blank=True, unique=True)
    base = models.CharField(max_length=300, help_text="https://host or https://host:port")
    passed_at = models.DateTimeField(null=True, help_text="The last self-test that found everything right.")
    tested_at = models.DateTimeField(null=True)
    next_test_at = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0, help_text="Self-tests in a row that failed.")
    reason = models.CharField(max_length=40, blank=True, help_text="Why the last one failed.")
    closed_at = models.DateTimeField(null=True, help_text="No campaign mail that would name it leaves since.")
    probe = models.BigIntegerField(default=0, help_text="Number of the newest self-test.")
    heard_at = models.DateTimeField(null=True, help_text="When the press of the newest self-test arrived.")
    created_at = models.DateTimeField()

    class Meta:
        """A gate is closed by a failure only."""

        constraints = [
            models.CheckConstraint(
                name="closed_after_a_failure", condition=Q(closed_at__isnull=True) | Q(failures__gt=0)
            )
        ]

    def __str__(self) -> str:
        """Return where it is reached."""
        return self.base


class LinkLooks(models.Model):
    """How often opt-out links were only looked at, by day and kind: mostly machines that follow every link of a mail.

    Counts without any trace of who looked, for the looks of a day fit in five rows.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, db_index=False)
    day = models.DateField(help_text="In UTC, true time.")
    kind = models.CharField(max_length=10, help_text="See bounces.core.looks.")
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        """One row per kind and day."""

        constraints = [models.UniqueConstraint(name="one_count_per_kind_and_day", fields=["workspace", "day", "kind"])]
