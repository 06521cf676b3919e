"""Errors of measured costs."""

from workflow_engine.validation.errors import InvalidFileError


class CostsError(InvalidFileError):
    """A costs file that cannot be read, or a request that the stored measurements cannot meet."""
