"""Work of this package that a broker wakes: ids in, one action called."""

import dramatiq

from app.broker import broker
from sequences.actions import (
    answers,
    assistant,
    campaigns,
    canary,
    companies,
    corrections,
    day_counts,
    dispatch,
    erasure,
    handover,
    import_undo,
    imports,
    outlook,
    plan,
    stops,
    task_timeouts,
    tasks,
    timetable,
    uploads,
)
from sequences.actions.editing import moving
from sequences.actions.hooks import fan_out, posting
from sequences.actions.notices import fan_out as notices_of
from sequences.actions.notices import nothing_sent, telling

TICK_AGE = 10_000  # ms


@dramatiq.actor(broker=broker, queue_name="send", max_retries=0, time_limit=float("inf"), notify_shutdown=False)
def send_touch(touch_id: int) -> None:
    """Send the mail of a planned touch; neither retried nor interrupted by dramatiq."""
    try:
        dispatch.send_touch(touch_id)
    except Exception:
        dispatch.put_off(touch_id)
        raise


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def plan_due() -> None:
    """Write slots and hand over what is due."""
    plan.plan()
    handover.hand_over(plan.due_slots(), send_touch)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def open_tasks() -> None:
    """Turn due manual steps into tasks, and go on without those that nobody did in time."""
    tasks.open_due()
    task_timeouts.skip_overdue()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def tidy() -> None:
    """Carry out what holds or stops many people, in batches: domains, archived campaigns, companies that answered."""
    stops.tidy_domains()
    campaigns.tidy_archived()
    timetable.finish_all()
    moving.finish_all()
    companies.carry_out()
    corrections.take_back_companies()
    erasure.carry_out_wishes()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def look_ahead() -> None:
    """Work out the next 30 days of every workspace whose campaigns run."""
    outlook.work_out()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def tend_first_people() -> None:
    """Let campaigns rest after their first people, and go on."""
    canary.tend()


@dramatiq.actor(broker=broker, queue_name="default", time_limit=float("inf"))
def run_import(import_id: int) -> None:
    """Write a staged import from its mark on; two at one import are harmless."""
    imports.run(import_id)


@dramatiq.actor(broker=broker, queue_name="default", time_limit=float("inf"))
def read_import(import_id: int) -> None:
    """Stage the rows of an uploaded file and count whom they speak of; two at one file are harmless."""
    uploads.read(import_id)


@dramatiq.actor(broker=broker, queue_name="default", time_limit=float("inf"))
def undo_import(import_id: int) -> None:
    """Take an import back; two at one import are harmless."""
    import_undo.undo(import_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_uploads() -> None:
    """Delete files that nobody went on with, and cells that nobody mended."""
    uploads.forget()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def go_on_importing() -> None:
    """Wake imports that wait or whose worker was killed."""
    for import_id in uploads.to_be_read():
        read_import.send(import_id)
    for import_id in imports.unfinished():
        run_import.send(import_id)
    for import_id in import_undo.to_be_undone():
        undo_import.send(import_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def assist() -> None:
    """Do the manual steps of a rehearsal."""
    assistant.work_off()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def tell_webhooks() -> None:
    """Write what webhooks are to be told, and wake workers for what is due."""
    fan_out.fan_out()
    for post_id in posting.due():
        post_to_webhook.send(post_id)


@dramatiq.actor(broker=broker, queue_name="default", max_retries=0, max_age=TICK_AGE)
def post_to_webhook(post_id: int) -> None:
    """Try one post; what fails goes on by its own schedule."""
    posting.post(post_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_posts() -> None:
    """Delete what webhooks and people were told a month ago."""
    posting.forget()
    telling.forget()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def tell_people() -> None:
    """Write who is to be told what, and wake workers for what is due."""
    notices_of.fan_out()
    for member_id, channel in telling.due():
        tell_one.send(member_id, channel)


@dramatiq.actor(broker=broker, queue_name="default", max_retries=0, max_age=TICK_AGE)
def tell_one(member_id: int, channel: str) -> None:
    """Tell one seat on one channel what is due; what fails goes on by its own schedule."""
    telling.tell(member_id, channel)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def look_for_silence() -> None:
    """Say where nothing was sent today though people are due."""
    nothing_sent.look()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def count_days() -> None:
    """Add what happened to the counts of its day."""
    day_counts.count()


@dramatiq.actor(broker=broker, queue_name="send", max_retries=0, time_limit=float("inf"), notify_shutdown=False)
def send_answer(answer_id: int) -> None:
    """Send what somebody wrote by hand; neither retried nor interrupted by dramatiq."""
    answers.send(answer_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def send_answers() -> None:
    """Wake a worker for each answer whose time has come."""
    for answer_id in answers.due():
        send_answer.send(answer_id)
