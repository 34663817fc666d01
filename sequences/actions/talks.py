"""What people do beside the mails of a conversation: notes, texts they use again, a meeting that was booked."""

from django.db.models import F

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from bounces.models import Conversation
from mailboxes import locks
from mailboxes.models import Mailbox, Recipient
from sequences.actions import enrollments
from sequences.core.compose import check_template
from sequences.core.compose_errors import ComposeError
from sequences.core.inbox_keys import KEYS, same_key_twice
from sequences.core.states import EnrollmentState
from sequences.models import Contact, Enrollment, KeyChoice, Note, Snippet

MEETING = "meeting"
LONGEST_NOTE = 10_000
LONGEST_SIGNATURE = 2_000
MOST_SNIPPETS = 200


def add_note(conversation: Conversation, text: str, *, by_id: int) -> Note:
    """Write a note beside a conversation. Locks whom it speaks of, so that nothing is kept of an erased person.

    Raises Refused: nothing written, too long, the person was erased; Busy.
    """
    if not text.strip() or len(text) > LONGEST_NOTE:
        raise Refused("A note has between 1 and 10,000 characters.")

    def write() -> Note:
        locks.enter(Gates(conversation.workspace_id), [conversation.recipient_id])
        known = Contact.objects.filter(workspace_id=conversation.workspace_id, recipient_id=conversation.recipient_id)
        if not known.exists():
            raise Refused("This person was erased: nothing is kept of them.")
        note = Note.objects.create(
            workspace_id=conversation.workspace_id,
            conversation=conversation,
            by_id=by_id,
            text=text.strip(),
            at=clock.world_now(),
        )
        _tell(conversation, "conversation.noted", by_id)
        return note

    return in_transaction(write)


def meeting_booked(conversation: Conversation, *, by_id: int) -> int:
    """A meeting is booked: every campaign of the person ends for them; return how many. Locks the recipient.

    Raises Busy.
    """

    def work() -> int:
        locks.enter(Gates(conversation.workspace_id), [conversation.recipient_id])
        active = Enrollment.objects.filter(recipient_id=conversation.recipient_id, state=EnrollmentState.ACTIVE)
        ended = sum(enrollments.end(one, "stop", reason=MEETING, by_id=by_id) for one in list(active))
        if ended:
            Recipient.objects.filter(id=conversation.recipient_id).update(fence=F("fence") + 1)
        _tell(conversation, "conversation.meeting", by_id)
        return ended

    return in_transaction(work)


def save_snippet(workspace_id: int, name: str, text: str, *, by_id: int) -> Snippet:
    """Keep a text under a name; the one of that name is replaced. Raises Refused: a fault in a merge field, too many.

    Locks nothing: of two at once the second one stays.
    """
    try:
        check_template(text)
    except ComposeError as fault:
        raise Refused(str(fault)) from fault
    others = Snippet.objects.filter(workspace_id=workspace_id).exclude(name=name)
    if others.count() >= MOST_SNIPPETS:
        raise Refused("A workspace keeps at most 200 texts.")

    def save() -> Snippet:
        kept, _ = Snippet.objects.update_or_create(
            workspace_id=workspace_id, name=name, defaults={"text": text, "by_id": by_id, "at": clock.now()}
        )
        events.append(kind="snippet.saved", workspace_id=workspace_id, subject_id=kept.id, data={"by": by_id})
        return kept

    return in_transaction(save)


def remove_snippet(snippet: Snippet, *, by_id: int) -> None:
    """Forget a text."""

    def remove() -> None:
        if Snippet.objects.filter(id=snippet.id).delete()[0]:
            told = {"by": by_id}
            events.append(kind="snippet.removed", workspace_id=snippet.workspace_id, subject_id=snippet.id, data=told)

    in_transaction(remove)


def sign(mailbox: Mailbox, signature: str, *, by_id: int) -> None:
    """Change what stands below the answers of a mailbox. Raises Refused: too long."""
    if len(signature) > LONGEST_SIGNATURE:
        raise Refused("A signature has at most 2,000 characters.")

    def change() -> None:
        Mailbox.objects.filter(id=mailbox.id).update(signature=signature.strip())
        told = {"by": by_id}
        events.append(kind="mailbox.signature", workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=told)

    in_transaction(change)


def choose_keys(user_id: int, chosen: dict[str, str]) -> None:
    """Keep which keys a person uses; empty ones are as they come. Raises Refused: one key for two things.

    Not told: it changes nothing for anybody else.
    """
    kept = {name: key for name, key in chosen.items() if name in KEYS and key and key != KEYS[name]}
    if same_key_twice(kept):
        raise Refused("One key stands for two things: give each its own.")
    KeyChoice.objects.update_or_create(user_id=user_id, defaults={"keys": kept})


def _tell(conversation: Conversation, kind: str, by_id: int) -> None:
    events.append(
        kind=kind,
        workspace_id=conversation.workspace_id,
        subject_id=conversation.id,
        recipient_id=conversation.recipient_id,
        data={"by": by_id},
    )
