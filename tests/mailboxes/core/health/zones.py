"""A name system of a test: (name, kind) -> records; what is not listed does not exist, None is not answered."""

from collections.abc import Mapping

from mailboxes.core.health.findings import Answer, Ask

type Zone = Mapping[tuple[str, str], Answer]


def asking(zone: Zone) -> Ask:
    return lambda name, kind: zone.get((name, kind), ())
