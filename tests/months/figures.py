"""What a month came to, counted in the tables."""

from collections import Counter
from pathlib import Path

from django.db.models import Count

from admission.models import Permit
from bounces.models import Outcome
from mailboxes.models import Mailbox
from sequences.actions import audit
from sequences.models import Enrollment, Touch


def counted() -> dict[str, dict[str, int]]:
    """Return permits, outcomes, enrollments and open touches, each by its kind."""
    return {
        "permits": _by("state", Permit.objects.all()),
        "outcomes": _by("kind", Outcome.objects.all()),
        "enrollments": _by("state", Enrollment.objects.all()),
        "waiting": _by("hold_reason", Touch.objects.filter(state__in=("scheduled", "planned", "held"))),
        "mailboxes": _by("state", Mailbox.objects.all()),
    }


def broken(journal: Path) -> dict[str, list[audit.Row]]:
    """Return the rows that break a promise, by its key; the people's own record is the second witness."""
    return {key: rows for key, rows in audit.violations(journal).items() if rows}


def _by(column: str, rows: object) -> dict[str, int]:
    found = rows.order_by().values_list(column).annotate(n=Count("id"))  # type: ignore[attr-defined]
    return dict(Counter(dict(found)).most_common())
