"""A helper that two steps import."""


def clipped(value: int, limit: int) -> int:
    """Return ``value``, at most ``limit``."""
    # a comment that a test edits
    return min(value, limit)
