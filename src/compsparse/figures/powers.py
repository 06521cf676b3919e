"""Powers in the text of figures: plain type wherever Unicode has the raised characters.

Most exponents are written out where they are used (pᵝ, dᵏ⁻¹). Unicode raises no decimal point, no
fraction bar and no Greek alpha (ᵅ is the Latin letter); only exponents with these are formulas,
which take ten times as long to set.
"""

from compsparse.figures.ticks import superscript


def raised(exponent: str) -> str:
    """Return an exponent that Unicode cannot raise, upright and as bold as the text around it."""
    return rf"$^\mathregular{{{exponent}}}$"


def power(base: str, exponent: float, form: str = ".2f") -> str:
    """Return ``base`` with a raised number, written as ``form`` has it."""
    number = f"{exponent:{form}}"
    whole = number.removeprefix("-").isdecimal()
    return base + (superscript(int(number)) if whole else raised(number))
