"""What kind of look at an opt-out link a request was: link scanners fetch every link, and none of it is a wish.

Nothing here decides anything about a person: the kinds are counted, by day, so that people can see how much of the
traffic is machines.
"""

import re
from datetime import timedelta
from enum import StrEnum

SOON = timedelta(seconds=60)  # hardly anybody reads a mail to its foot and presses within a minute of its arrival
AGENT_LIMIT = 300  # characters that are looked at
MACHINE = re.compile(
    r"bot\b|crawl|spider|scan|preview|fetch|monitor|proofpoint|barracuda|mimecast|safelinks|url ?defen[cs]e|"
    r"curl|wget|python|java/|okhttp|go-http|httpclient|headless|libwww|axios|ruby|perl",
    re.IGNORECASE,
)


class Look(StrEnum):
    """One kind of request that changed nothing."""

    HEAD = "head"
    OPTIONS = "options"
    SOON = "soon"  # GET within a minute of the mail's acceptance
    AGENT = "agent"  # GET of a program that says what it is, or nothing at all
    PAGE = "page"  # any other GET: a person, or a machine that pretends well


MACHINES = frozenset(Look) - {Look.PAGE}


def look_of(method: str, agent: str, age: timedelta | None) -> Look:
    """Return the kind of a look; `age` is how long ago the mail was accepted, None where nobody knows."""
    if method in {"HEAD", "OPTIONS"}:
        return Look(method.lower())
    if age is not None and age < SOON:
        return Look.SOON
    return Look.AGENT if not agent.strip() or MACHINE.search(agent[:AGENT_LIMIT]) else Look.PAGE
