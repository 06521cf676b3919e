"""The error of two places that cannot be compared."""

from workflow_engine.validation.errors import InvalidFileError


class ComparisonError(InvalidFileError):
    """A place that is no revision and no folder of results, or holds no records."""
