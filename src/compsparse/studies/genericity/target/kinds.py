"""Kinds of functions on n bits that are looked at as tables."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.genericity.target import table
from compsparse.studies.genericity.target.polynomial import spectrum

# what they are called in figures
KINDS: dict[str, str] = {
    "parity": "parity",
    "staircase": "staircase",
    "random": "random polynomials",
    "majority": "majority",
    "symmetric": "random symmetric polynomials",
}


def draw_kinds(
    bits: int, degree: int, random: np.random.Generator
) -> dict[str, Float64[np.ndarray, " set"]]:
    """Return the coefficients of a function of each kind, of which two are drawn.

    ``degree`` is that of random polynomials.
    """
    parity, staircase = np.zeros((2, 2**bits))
    parity[-1] = 1.0
    staircase[2 ** np.arange(1, bits + 1) - 1] = 1.0
    functions = (
        parity,
        staircase,
        table.random_polynomial(bits, degree, random),
        spectrum(table.majority(bits)),
        table.symmetric_polynomial(bits, random),
    )
    return dict(zip(KINDS, functions, strict=True))
