"""The error of two places that cannot be compared."""


class ComparisonError(Exception):
    """A place that is no revision and no folder of results, or holds no records."""
