"""Numbers with their nouns."""


def counted(number: int, noun: str) -> str:
    """Return ``1 row`` or ``2 rows``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
