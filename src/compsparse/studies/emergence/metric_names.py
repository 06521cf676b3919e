"""Names of metrics that belong to a value of a sweep."""


def named(prefix: str, value: float) -> str:
    """Return ``prefix`` with a number in letters that a name may have: 0.75 becomes ``0_75``."""
    return f"{prefix}_{value:g}".replace(".", "_")
