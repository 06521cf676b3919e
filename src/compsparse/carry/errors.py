"""The error of tables that cannot be carried over."""

from workflow_engine.validation.errors import InvalidFileError


class CarryError(InvalidFileError):
    """Something differs, or cannot be compared; the message names it and says what to do."""
