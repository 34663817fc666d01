"""The shape of one language's phrases."""

import random
from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Phrases:
    """Placeholders: {name} the sender, {me} the writer, {back} a day, {number} a ticket, {subject}.

    In date forms: {d} day, {dd} and {mm} two digits, {month} and {weekday} names, {y} year, {time} hh:mm.
    """

    reply_prefix: str
    absence_prefix: str
    attribution: str  # {when}, {name}, {address}
    moment_form: str
    day_forms: tuple[str, ...]
    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    interested: tuple[str, ...]
    declined: tuple[str, ...]
    opt_out: tuple[str, ...]
    absent: tuple[str, ...]
    absent_until: tuple[str, ...]
    receipts: tuple[tuple[str, str], ...]
    closings: tuple[str, ...]

    def day(self, day: date, chance: random.Random) -> str:
        """Write a day the way people of this language do, one of several ways."""
        return self._fill(chance.choice(self.day_forms), day)

    def moment(self, moment: datetime) -> str:
        """Write date and time for an attribution line."""
        return self._fill(self.moment_form, moment).replace("{time}", f"{moment:%H:%M}")

    def _fill(self, form: str, day: date) -> str:
        return (
            form.replace("{dd}", f"{day.day:02}")
            .replace("{mm}", f"{day.month:02}")
            .replace("{d}", str(day.day))
            .replace("{month}", self.months[day.month - 1])
            .replace("{weekday}", self.weekdays[day.weekday()])
            .replace("{y}", str(day.year))
        )
