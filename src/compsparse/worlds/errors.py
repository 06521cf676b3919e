"""The error of worlds that cannot be tried, or that prove nothing."""

from workflow_engine.validation.errors import InvalidFileError


class WorldsError(InvalidFileError):
    """A world is not as it must be, or a run in it failed; the message says what to do."""
