"""Manual steps: a due one becomes a task, a finished one lets the sequence go on, a stop closes it."""

from datetime import datetime, timedelta

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy, Refused
from app.core.machine import move
from app.core.permissions import may
from app.gates import Gates
from app.models import Member
from mailboxes import locks
from sequences.actions import progress, touches
from sequences.core.compose import ComposeError, context_for, render
from sequences.core.states import TASK, CampaignState, TaskState, TouchState
from sequences.models import Campaign, Contact, Enrollment, Task, Touch

TASK_OPEN = "task_open"
MOST = 500
LONGEST_POSTPONING = timedelta(days=90)
CLOSED = "The task is closed already."
PAUSED = "Its campaign is paused: the task waits with it."


def open_due(*, limit: int = MOST) -> int:
    """Turn due manual steps of running campaigns into tasks; return how many. scheduled -> held.

    One transaction each: gates (shared) and the recipient. Raises Busy.
    """
    due = Touch.objects.filter(
        state=TouchState.SCHEDULED,
        eligible_at__lte=clock.world_now(),
        enrollment__state="active",
        enrollment__campaign__state="running",
        enrollment__workspace__halted_at=None,
    ).exclude(kind="email")
    found = list(due.order_by("eligible_at").values_list("id", flat=True)[:limit])
    return sum(_opened(touch_id) for touch_id in found)


def _opened(touch_id: int) -> bool:
    """Open one task; somebody who is locked is left for the next run, and keeps no other from its turn."""
    try:
        return _open(touch_id)
    except Busy:
        return False


def _open(touch_id: int) -> bool:
    touch = Touch.objects.select_related("enrollment__contact", "variant", "step").get(id=touch_id)

    def work() -> bool:
        enrollment = touch.enrollment
        locks.enter(Gates(touch.workspace_id, touch.campaign_id), [enrollment.recipient_id])
        active = Enrollment.objects.filter(id=enrollment.id, state="active").exists()
        if not active or not touches.hold(touch.id, TASK_OPEN):
            return False
        task = Task.objects.create(
            workspace_id=touch.workspace_id,
            touch=touch,
            contact=enrollment.contact,
            owner_id=enrollment.contact.owner_id if enrollment.contact else None,
            kind=touch.kind,
            text=_text(touch),
            due_at=touch.due_at,
            created_at=clock.now(),
        )
        events.append(
            kind="task.opened",
            workspace_id=touch.workspace_id,
            subject_id=task.id,
            recipient_id=enrollment.recipient_id,
            data={"kind": touch.kind, "touch": touch.id},
        )
        return True

    return in_transaction(work)


def _text(touch: Touch) -> str:
    """Render what the person is to say; a missing value leaves the template, which a person can finish."""
    contact: Contact | None = touch.enrollment.contact
    if touch.variant is None or contact is None:
        return ""
    names = ("first_name", "last_name", "company", "title", "phone", "linkedin_url", "country", "email")
    values: dict[str, str | None] = {**contact.fields, **{name: getattr(contact, name) for name in names}}
    try:
        return render("", touch.variant.text, None, context_for(values)).text
    except ComposeError:
        return touch.variant.text


def complete(task_id: int, by: int | str | None = None, *, result: str = "") -> None:
    """open -> done: the next step's clock starts. Locks the recipient. Raises Refused when it is not open.

    Refused too while its campaign is paused, as skip() and fail(). `by` is a user's id, or the word of a program that
    acts for one; `result` of an invitation: accepted or declined.
    """
    _finish(task_id, "complete", TouchState.DONE, by, result)


def skip(task_id: int, by: int | str | None = None, *, result: str = "") -> None:
    """open -> skipped: the sequence goes on without it. Locks the recipient. Raises Refused when it is not open."""
    _finish(task_id, "skip", TouchState.SKIPPED, by, result)


def fail(task_id: int, by: int | str | None = None) -> None:
    """open -> failed: it cannot be done; the sequence goes on without it. Locks the recipient. Raises Refused."""
    _finish(task_id, "fail", TouchState.SKIPPED, by)


def assign(task_id: int, owner_id: int | None, by_id: int) -> None:
    """Give an open task to somebody of the workspace who may close it, or to nobody. Locks the task. Raises Refused."""

    def give() -> None:
        task = _open_one(task_id)
        seats = Member.objects.filter(workspace_id=task.workspace_id, user_id=owner_id or 0)
        role = seats.values_list("role", flat=True).first()
        if owner_id is not None and (role is None or not may(role, "close_tasks")):
            raise Refused("Only people of the workspace who may close tasks can have one.")
        if task.owner_id != owner_id:
            Task.objects.filter(id=task.id).update(owner_id=owner_id)
            _note(task, "task.assigned", {"by": by_id, "was": task.owner_id, "now": owner_id})

    in_transaction(give)


def postpone(task_id: int, until: datetime, by_id: int) -> None:
    """Let an open task fall due later (world time). Locks the task. Raises Refused: not open, in the past or far."""
    now = clock.world_now()
    if not now < until <= now + LONGEST_POSTPONING:
        raise Refused("A task can be put off until a time to come, at most 90 days from now.")

    def put_off() -> None:
        task = _open_one(task_id)
        Task.objects.filter(id=task.id).update(due_at=until)
        _note(task, "task.postponed", {"by": by_id, "until": until.isoformat()})

    in_transaction(put_off)


def _open_one(task_id: int) -> Task:
    """Return the locked task. Raises Refused."""
    task = Task.objects.select_for_update(no_key=True).filter(id=task_id, state=TaskState.OPEN).first()
    if task is None:
        raise Refused(CLOSED)
    return task


def _note(task: Task, kind: str, data: dict[str, object]) -> None:
    person = Contact.objects.filter(id=task.contact_id or 0).values_list("recipient_id", flat=True).first()
    kept = {name: value for name, value in data.items() if value is not None}
    events.append(kind=kind, workspace_id=task.workspace_id, subject_id=task.id, recipient_id=person, data=kept)


def _finish(task_id: int, event: str, touch_state: TouchState, by: int | str | None, result: str = "") -> None:
    task = Task.objects.select_related("touch__enrollment", "contact").get(id=task_id)
    if task.touch is None:
        in_transaction(lambda: _looked(task, event, by))
        return
    touch = task.touch

    def work() -> None:
        enrollment = touch.enrollment
        locks.enter(Gates(task.workspace_id, touch.campaign_id), [enrollment.recipient_id])
        campaign = Campaign.objects.values_list("state", flat=True).get(id=touch.campaign_id)
        if campaign == CampaignState.PAUSED and Task.objects.filter(id=task_id, state=TaskState.OPEN).exists():
            raise Refused(PAUSED)
        state = _closed(task_id, event)
        progress.close(touch.id, touch_state, clock.world_now())
        _tell(task, state, enrollment.recipient_id, {"by": by, "touch": touch.id, "reason": result or None})

    in_transaction(work)


def _looked(task: Task, event: str, by: int | str | None) -> None:
    """Close a task that asked somebody to look at what came back: nothing waited for it."""
    person = task.contact.recipient_id if task.contact else None
    _tell(task, _closed(task.id, event), person, {"by": by, "because": task.outcome_id})


def _closed(task_id: int, event: str) -> TaskState:
    state = move(TASK, TaskState.OPEN, event)
    won = Task.objects.filter(id=task_id, state=TaskState.OPEN).update(state=state, closed_at=clock.now())
    if not won:
        raise Refused(CLOSED)
    return state


def _tell(task: Task, state: TaskState, recipient_id: int | None, data: dict[str, int | str | None]) -> None:
    events.append(
        kind=f"task.{state}",
        workspace_id=task.workspace_id,
        subject_id=task.id,
        recipient_id=recipient_id,
        data={name: value for name, value in data.items() if value is not None or name == "by"},
    )
