"""A workspace with one of everything, for the tests of the screens."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from app.actions import clock
from app.models import Event, Workspace
from bounces.models import Suppression
from mailboxes.models import Delivery, DeliveryBody, Mailbox, MailboxList
from sequences.models import Campaign, Contact, Enrollment, Task, Touch
from tests.factories import (
    a_campaign,
    a_contact,
    a_mailbox,
    a_recipient,
    a_task,
    a_user,
    a_workspace,
    an_email,
    enrolled,
)

STEPS = (an_email("A question about {{ company }}"), an_email("", "Again", delay=3), a_task())


def a_list(workspace: Workspace, owner: User) -> MailboxList:
    """A list of mailboxes that the owner is about to connect."""
    now = clock.now()
    until = now + timedelta(hours=1)
    return MailboxList.objects.create(workspace=workspace, user=owner, created_at=now, expires_at=until)


class Place:
    """A workspace with one of everything, and somebody who signs in to it."""

    def __init__(self) -> None:
        self.workspace: Workspace = a_workspace(time_zone="Europe/Madrid")
        self.owner: User = a_user(self.workspace)
        self.mailbox: Mailbox = a_mailbox(self.workspace, cap=30)
        self.campaign: Campaign = a_campaign(self.workspace, mailboxes=[self.mailbox], steps=STEPS)
        self.contact: Contact = self.person("Ada", "Lovelace")
        self.task: Task = self.open_task()
        self.entry: Suppression = self.suppress("left@example.com")
        self.mailbox_list: MailboxList = a_list(self.workspace, self.owner)
        self.client = self.signed_in()

    def signed_in(self, role: str = "owner") -> Client:
        client = Client()
        client.force_login(self.owner if role == "owner" else a_user(self.workspace, role=role))
        return client

    def person(self, first: str, last: str, **changes: Any) -> Contact:
        contact = a_contact(self.workspace, first_name=first, last_name=last, **changes)
        enrolled(self.campaign, contact, mailbox=self.mailbox)
        return contact

    def open_task(self) -> Task:
        enrollment = enrolled(self.campaign, a_contact(self.workspace, first_name="Grace"), position=3)
        touch = enrollment.touch_set.get()
        Touch.objects.filter(id=touch.id).update(state="held", hold_reason="task_open")
        return Task.objects.create(
            workspace=self.workspace,
            touch=touch,
            contact=enrollment.contact,
            kind="linkedin",
            text="Say hello",
            due_at=clock.world_now(),
            created_at=clock.now(),
        )

    def suppress(self, address: str) -> Suppression:
        return Suppression.objects.create(
            workspace=self.workspace,
            scope="address",
            recipient=a_recipient(self.workspace, address),
            reason="by_person",
            created_at=clock.now(),
        )

    def happened(self, kind: str, subject_id: int, contact: Contact | None = None, **data: Any) -> Event:
        return Event.objects.create(
            workspace_id=self.workspace.id,
            kind=kind,
            subject_id=subject_id,
            recipient_id=contact.recipient_id if contact else None,
            data=data,
            at=clock.now(),
            world_at=clock.world_now(),
        )

    def accepted(self, contact: Contact) -> Delivery:
        """The first step of a contact, sent."""
        touch = Touch.objects.get(enrollment__contact=contact)
        now = clock.world_now()
        Touch.objects.filter(id=touch.id).update(state="sent", closed_at=now)
        delivery = Delivery.objects.create(
            workspace=self.workspace,
            recipient=contact.recipient,
            mailbox=self.mailbox,
            campaign_id=self.campaign.id,
            step_id=touch.step_id,
            touch_id=touch.id,
            state="accepted",
            token=f"token{touch.id}",
            message_id=f"token{touch.id}@example.org",
            accepted_world=now,
            created_at=clock.now(),
        )
        DeliveryBody.objects.create(
            delivery=delivery, address=contact.email, subject="A question", text="…", source="x"
        )
        self.happened("delivery.accepted", delivery.id, contact, touch=touch.id)
        return delivery

    def ends(self, contact: Contact, state: str) -> None:
        delivery = self.accepted(contact)
        Enrollment.objects.filter(contact=contact).update(state=state, ended_at=clock.world_now())
        self.happened("recipient.stopped", 1, contact, outcome=state, delivery=delivery.id)
        self.happened("enrollment.ended", 1, contact, state=state, campaign=self.campaign.id)

    def show(self, path: str, **headers: str) -> str:
        answer = self.client.get(path, headers=headers)
        assert answer.status_code == 200
        return " ".join(answer.content.decode().split())
