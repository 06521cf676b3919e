"""Numbers in the text of figures."""


def in_type(value: float, form: str) -> str:
    """Return a number as ``form`` has it, with a minus sign, which a hyphen is not."""
    return f"{value:{form}}".replace("-", "−")
