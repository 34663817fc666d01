"""What day it is somewhere is asked of app.core.zones: the database's own zones are older or newer than pytz's.

Only the counters of a permit (its locks and its clock are one statement), the grouping of a forecast and the audit may
name a zone to the database: the first two concern one campaign, the audit allows for clocks that are a little apart.
"""

import re

from tests.architecture.sources import ROOT

NAMED = re.compile(r"AT TIME ZONE (?!'UTC')|date_trunc\('day', [a-z.]+, ")
MAY = {
    "admission/sql/permit.sql",
    "sequences/sql/audit.sql",
    "sequences/sql/audit_caps.sql",
    "sequences/sql/forecast.sql",
}


def test_no_statement_over_many_counts_days_by_the_databases_zones() -> None:
    found = {str(path.relative_to(ROOT)) for path in ROOT.glob("*/sql/*.sql") if NAMED.search(path.read_text())}
    assert found == MAY
