"""Why a step cannot become a mail: the template is at fault, or this contact lacks a value."""


class ComposeError(ValueError):
    """A template that must not be saved or launched. line and column count from 1; None where no place is at fault.

    part is "subject", "text" or "html" once known; str() never holds a contact's value.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        field: str | None = None,
        part: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.field = field
        self.part = part

    def __str__(self) -> str:
        places = (self.part, self.line and f"line {self.line}", self.column and f"column {self.column}")
        place = ", ".join(str(one) for one in places if one)
        return f"{place}: {self.message}" if place else self.message


class MissingField(ComposeError):
    """The contact has no value for field and the template gives no default: hold the touch, send nothing."""
