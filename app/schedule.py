"""The periodic table: what the clock process wakes, how often, and why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Every:
    """Send `actor` (a dotted name) each `seconds`; of world time where a rehearsal may hurry it, else of true time."""

    seconds: float
    actor: str
    why: str
    world: bool = False
    least: float = 0.25  # true seconds: faster than this no tick is worth its transaction
    rehearsal: bool = False  # never sent in a real installation


SCHEDULE = (
    Every(60, "sequences.actors.plan_due", "writes slots and hands over what is due", world=True),
    Every(60, "sequences.actors.tend_first_people", "lets campaigns rest after their first people", world=True),
    Every(60, "sequences.actors.open_tasks", "turns due manual steps into tasks", world=True),
    Every(600, "sequences.actors.assist", "does the manual steps nobody is there for", world=True, rehearsal=True),
    Every(900, "sequences.actors.look_ahead", "works out the next 30 days for the pages", world=True, least=10),
    Every(
        5,
        "sequences.actors.tidy",
        "ends or holds the people of suppressed domains, archived campaigns and companies that answered",
    ),
    Every(30, "sequences.actors.go_on_importing", "goes on with imports whose worker was killed"),
    Every(3600, "sequences.actors.forget_uploads", "deletes uploaded files that nobody went on with for a day"),
    Every(1, "sequences.actors.send_answers", "sends answers by hand whose ten seconds are over"),
    Every(5, "sequences.actors.tell_webhooks", "tells webhooks what happened, and repeats what did not arrive"),
    Every(10, "sequences.actors.tell_people", "tells people what they chose to be told of"),
    Every(3600, "sequences.actors.look_for_silence", "says where nothing left today though people are due", world=True),
    Every(2, "sequences.actors.count_days", "adds what happened to the counts of its day, which pages show"),
    Every(3600, "sequences.actors.forget_posts", "deletes what webhooks and people were told a month ago"),
    Every(60, "mailboxes.actors.poll_due", "reads the inboxes that are due", world=True, least=0.5),
    Every(300, "mailboxes.actors.learn_names", "asks for the names of sent mails that did not come by themselves"),
    Every(3600, "mailboxes.actors.forget_traces", "forgets by what other people's mail could have been found again"),
    Every(300, "mailboxes.actors.forget_lists", "deletes lists of mailboxes whose hour is over, secrets and all"),
    Every(1, "bounces.actors.read_inbound", "classifies what the feeds stored"),
    Every(2, "bounces.actors.honour_requests", "finishes opt-outs whose first attempt failed"),
    Every(
        60, "bounces.actors.test_links", "tests the public hosts of opt-out links once a day, and again after a failure"
    ),
    Every(3600, "bounces.actors.forget_looks", "deletes old counts of looks at opt-out links"),
    Every(1, "app.actors.pay_debts", "runs reactions that failed in their transaction"),
    Every(10, "admission.actors.sweep_leases", "ends calls whose worker is gone: void or uncertain"),
    Every(60, "admission.actors.read_pasts", "reads what new mailboxes sent before, where their ramps may begin"),
    Every(3600, "admission.actors.account_ramps", "judges the days of ramps that are over", world=True, least=1.0),
    Every(
        3600,
        "admission.actors.judge_mailboxes",
        "judges mailboxes by what came back of their mails",
        world=True,
        least=5,
    ),
    Every(60, "admission.actors.measure_health", "measures the mailboxes whose round is due", world=True, least=0.5),
    Every(3600, "admission.actors.forget_health", "deletes what was found of health months ago"),
    Every(60, "admission.actors.reconcile", "looks for uncertain mails in the Sent folders"),
)

BESIDE = ("mailboxes.actions.watch.run",)
"""What the clock process runs in a thread of its own until it stops; each is called with the event of the stop."""
