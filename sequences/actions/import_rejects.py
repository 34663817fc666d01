"""The rows that were not imported, as a file to mend: line, column, reason, and the cells while they are kept."""

from collections.abc import Iterator

from mailboxes.core.csv_cells import csv_line
from sequences.models import Import, ImportRow


def reject_lines(one: Import) -> Iterator[str]:
    """Yield CSV lines that no spreadsheet runs anything of, in the order of the file."""
    yield csv_line(("line", "column", "reason", *one.columns))
    rows = ImportRow.objects.filter(batch=one, verdict=ImportRow.Verdict.REJECTED).order_by("number")
    for line, column, reason, data in rows.values_list("line", "column", "reason", "data").iterator(chunk_size=1000):
        name = one.columns[column - 1] if column and column <= len(one.columns) else ""
        yield csv_line((str(line), name, reason, *data.get("cells", [])))
