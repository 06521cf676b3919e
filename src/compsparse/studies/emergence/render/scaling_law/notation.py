"""How power laws are written in figures."""


def power(variable: str, exponent: float, digits: int = 2) -> str:
    """Return a variable with a raised number."""
    return f"{variable}$^{{{exponent:.{digits}f}}}$"
