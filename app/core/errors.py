"""The base of every error of ours; each class says what the caller may do."""


class ForbearError(Exception):
    """A fault of ours that a person can read."""


class SettingError(ForbearError):
    """An environment variable is missing or wrong: do not start."""

    def __init__(self, name: str, problem: str) -> None:
        """Name the variable, never its value: it may be a secret."""
        super().__init__(f"{name} {problem}")
        self.name = name


class Refused(ForbearError):
    """The request is understood and will not be carried out; nothing was changed."""


class Busy(ForbearError):
    """A lock was not to be had in time; the same call may be made again later."""
