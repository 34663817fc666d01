"""What a typed note says that no automatic notice of an absence does: it speaks of our mail."""

import re

TOPIC_READ = 2_000  # characters

TOPIC = re.compile(
    r"\b(?:sounds? (?:good|great|interesting)|interest(?:ed|ing)|let'?s|happy to (?:chat|talk|discuss)|call me|"
    r"send me|your (?:offer|proposal|product|pricing|idea|pitch|suggestion|question)|ping me|tell me more|"
    r"looks? (?:useful|good|great|interesting)|can we (?:speak|talk)|reach out (?:again|"
    r"then)|write (?:me )?again|ask me|not (?:the right|a fit|interested)|follow up (?:then|in|after))\b|klingt|"
    r"interess(?:e|ant|iert)|ihr angebot|melden sie sich|intéress|votre (?:offre|proposition)|interesa|propuesta|"
    r"interessa",
    re.IGNORECASE,
)


def is_topic(text: str) -> bool:
    """Whether a text speaks of what we wrote about."""
    return TOPIC.search(text[:TOPIC_READ]) is not None
