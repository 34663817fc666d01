"""What an import would do, counted before anybody is written."""

from collections import Counter
from itertools import batched
from typing import Any

from bounces.models import Suppression
from mailboxes.actions import recipients
from mailboxes.core.address import entries_matching
from sequences import queries
from sequences.core.import_rows import FORBIDDEN, address_of
from sequences.models import Import, ImportRow

PIECE = 2_000
MOST_CAMPAIGNS = 10
NUMBERS = ("new", "known", "mailed", "never")


def foresee(one: Import) -> dict[str, Any]:
    """Return how many people are new, known, were mailed before, and must never be; how many are held, and for what.

    `campaigns` is a list of [campaign, people in it now], the largest first. Two statements for 2,000 rows.
    """
    living = Suppression.objects.filter(workspace_id=one.workspace_id, lifted_at=None, scope=Suppression.Scope.DOMAIN)
    domains = set(living.values_list("domain", flat=True))
    counted: Counter[str] = Counter()
    clashes: Counter[int] = Counter()
    waiting = ImportRow.objects.filter(batch=one, verdict="").order_by("number").values_list("data", flat=True)
    for piece in batched(waiting.iterator(chunk_size=PIECE), PIECE, strict=False):
        values = {
            "workspace_id": one.workspace_id,
            "keys": [recipients.key_of(address_of(row["email"])) for row in piece],
        }
        forbidden = [FORBIDDEN in row or not domains.isdisjoint(entries_matching(row["domain"])) for row in piece]
        (numbers,) = queries.rows("import_foreseen", values | {"forbidden": forbidden})
        counted.update(numbers)
        counted.update(row["caution"] for row in piece if "caution" in row)
        for found in queries.rows("import_clashes", values):
            clashes[found["campaign_id"]] += found["people"]
    campaigns = [list(pair) for pair in clashes.most_common(MOST_CAMPAIGNS)]
    return {**dict.fromkeys(NUMBERS, 0), **counted, "campaigns": campaigns}
