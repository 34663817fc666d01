"""What an import did, line by line, as a person reads it."""

from collections.abc import Iterator

from django.db.models import Count

from sequences.models import Import, ImportRow


def rejected_lines(done: Import) -> Iterator[str]:
    """Yield `file:line:column: reason` for each rejected row, in the order of the file."""
    rows = ImportRow.objects.filter(batch=done, verdict=ImportRow.Verdict.REJECTED).order_by("number")
    for line, column, reason in rows.values_list("line", "column", "reason").iterator(chunk_size=1000):
        yield f"{done.name}:{line}:{column}: {reason}" if column else f"{done.name}:{line}: {reason}"


def summary(done: Import) -> str:
    """Return the numbers in one line; they add up."""
    return (
        f"{done.created + done.updated} of {done.rows_read} rows imported: {done.created} created, "
        f"{done.updated} updated, {done.skipped} skipped, {done.rejected} rejected; {done.enrolled} enrolled."
    )


def reasons(done: Import) -> list[str]:
    """Return how many rows were skipped, or written with a remark, for each reason; repeats are one reason."""
    rows = ImportRow.objects.filter(batch=done).exclude(reason="").exclude(verdict=ImportRow.Verdict.REJECTED)
    repeats = rows.filter(reason__startswith="repeats line ").count()
    others = rows.exclude(reason__startswith="repeats line ").values_list("verdict", "reason")
    counted = [
        f"{count} {verdict}: {reason}" for verdict, reason, count in others.annotate(n=Count("id")).order_by("-n")
    ]
    return ([f"{repeats} skipped: repeat an earlier line"] if repeats else []) + counted
