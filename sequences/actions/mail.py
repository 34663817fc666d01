"""From a planned touch to one prepared delivery: the words, the person they go to, and in the end the octets."""

import hashlib
import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from psycopg.types.json import Jsonb

from app import sql
from app.actions.attempts import repeated
from app.gates import STOP_PATIENCE, Gates, milliseconds
from bounces.actions.unsubscribe import link_for, token_for
from bounces.core.tokens import Purpose
from mailboxes.core.message import Envelope, OutgoingMessage, Thread
from mailboxes.core.mime import (
    bare_subject,
    build_message,
    message_id_for,
    opt_out_mailto,
    reply_subject,
    thread_headers,
)
from mailboxes.core.threads import ThreadHeaders
from sequences import queries
from sequences.core.compose import Composed, ComposeError, context_for, render
from sequences.core.footer import Footer, with_footer
from sequences.queries import Job

OPT_OUT_LINK = "If you would rather not hear from me again"
OPT_OUT_WORDS = 'Reply "no thanks" and I will not write again.'
OPT_OUT_LINK_TOO = "Or press this link"
WITH_LINK = frozenset({"link", "both"})


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail, composed for one person; `source` changes when anything it was made from does."""

    delivery_id: int
    token: str
    message_id: str
    composed: Composed
    headers: ThreadHeaders
    source: str
    octets: bytes = b""


def contact_values(job: Job) -> dict[str, str | None]:
    """Return what a template may say of a contact: its own fields, then the well-known ones."""
    known = {
        "email": job.email,
        "first_name": job.first_name,
        "last_name": job.last_name,
        "company": job.company,
        "title": job.title,
        "phone": job.phone,
        "linkedin_url": job.linkedin_url,
        "country": job.country,
        "sender_name": job.from_name,
        "sender_address": job.from_address,
    }
    return {**job.fields, **known}


def write(job: Job) -> Letter:
    """Compose the mail of a touch. Raises ComposeError, MissingField, MessageError: the touch cannot be sent so."""
    headers = thread_headers(job.thread_ids if job.in_thread else ())
    rendered = render(
        job.template_subject, job.template_text, job.template_html or None, context_for(contact_values(job))
    )
    composed = with_footer(replace(rendered, subject=_subject(job, rendered.subject)), footer_for(job))
    token = job.token or secrets.token_hex(16)
    domain = job.from_address.rpartition("@")[2]
    letter = Letter(
        delivery_id=job.delivery_id,
        token=token,
        message_id=job.message_id or message_id_for(token, domain),
        composed=composed,
        headers=headers,
        source=_fingerprint(job, composed, headers),
    )
    return replace(letter, octets=octets(job, letter))


def _subject(job: Job, own: str) -> str:
    """Return the step's own subject, else the thread's as it was sent; another sender begins it anew."""
    if job.in_thread:
        return reply_subject(job.thread_subject)
    subject = own or bare_subject(job.thread_subject)
    if not subject:
        raise ComposeError("the step has no subject and follows no mail", part="subject", field="subject")
    return subject


def footer_for(job: Job) -> Footer:
    """Return who writes, from where, and how to say no, in the campaign's way. Raises ComposeError.

    While no host of opt-out links is known to work it is by words, whatever the campaign would like.
    """
    if not job.postal_address.strip():
        raise ComposeError("the footer has no postal address", field="postal_address")
    postal_address = f"{job.legal_name}\n{job.postal_address}"
    url = unsubscribe_url(job) if job.unsubscribe_mode in WITH_LINK else None
    if url is None:
        return Footer(postal_address, OPT_OUT_WORDS, None)
    if job.unsubscribe_mode == "both":
        return Footer(postal_address, OPT_OUT_LINK_TOO, url, before=OPT_OUT_WORDS)
    return Footer(postal_address, OPT_OUT_LINK, url)


def unsubscribe_url(job: Job) -> str | None:
    """Return the one-click URL of this delivery, in every mode; None while there is no host that it could lead to.

    That of a sample says that it is one, and changes nothing.
    """
    if not job.link_base:
        return None
    return link_for(
        workspace_id=job.workspace_id,
        recipient_id=job.recipient_id,
        delivery_id=job.delivery_id,
        purpose=Purpose.PREVIEW if job.is_sample else Purpose.UNSUBSCRIBE,
        base=job.link_base,
    )


def _mailto(job: Job) -> str | None:
    """Return the address of List-Unsubscribe, whose subject says which mail it answers.

    A sample has none: what came there would be read as the wish of whoever wrote it.
    """
    if job.is_sample:
        return None
    return opt_out_mailto(job.from_address, token_for(job.workspace_id, job.recipient_id, job.delivery_id))


def _fingerprint(job: Job, composed: Composed, headers: ThreadHeaders) -> str:
    """Hash everything the stored mail depends on: words, address, mailbox and thread head."""
    parts = [composed.subject, composed.text, composed.html, job.email, job.mailbox_id, headers.references]
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=32).hexdigest()


def prepare(job: Job, letter: Letter) -> bool:
    """Write or renew the touch's one prepared delivery under the recipient's lock; False: it is under way already."""
    if job.prepared_before and job.source == letter.source:
        return job.delivery_state == "prepared"
    values: dict[str, Any] = {
        "patience": milliseconds(STOP_PATIENCE),
        "gates": sql.array(Gates(job.workspace_id, job.campaign_id).numbers()),
        "delivery_id": letter.delivery_id,
        "workspace_id": job.workspace_id,
        "recipient_id": job.recipient_id,
        "mailbox_id": job.mailbox_id,
        "campaign_id": job.campaign_id,
        "step_id": job.step_id,
        "touch_id": job.touch_id,
        "token": letter.token,
        "message_id": letter.message_id,
        "address": job.email,
        "subject": letter.composed.subject,
        "text": letter.composed.text,
        "html": letter.composed.html or "",
        "in_reply_to": letter.headers.in_reply_to or "",
        "references": Jsonb(list(letter.headers.references)),
        "source": letter.source,
    }
    written = repeated(lambda: queries.rows("prepare", values))
    return bool(written) and written[0]["delivery_id"] == letter.delivery_id


def octets(job: Job, letter: Letter) -> bytes:
    """Return the mail as it goes on the wire, dated by the world. Raises MessageError."""
    return build_message(
        OutgoingMessage(
            from_name=job.from_name,
            from_address=job.from_address,
            to_name=f"{job.first_name} {job.last_name}".strip(),
            to_address=job.email,
            subject=letter.composed.subject,
            text=letter.composed.text,
            html=letter.composed.html,
            message_id=letter.message_id,
            date=job.world_now,
            in_reply_to=letter.headers.in_reply_to,
            references=letter.headers.references,
            unsubscribe_url=unsubscribe_url(job),
            unsubscribe_mailto=_mailto(job),
            delivery_token=letter.token,
        )
    )


def envelope(job: Job) -> Envelope:
    """Return MAIL FROM and RCPT TO."""
    return Envelope(job.from_address, job.email)


def thread(job: Job) -> Thread:
    """Return the provider's thread, which only the mailbox that began it knows."""
    same_sender = job.in_thread and job.thread_mailbox_id == job.mailbox_id
    return Thread(job.provider_thread_id or None if same_sender else None)
