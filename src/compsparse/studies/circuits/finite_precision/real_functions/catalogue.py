"""The real functions of this study, by name."""

from compsparse.studies.circuits.finite_precision.real_functions import (
    algebraic,
    logarithm,
    real_function,
    sine,
)

FUNCTIONS: dict[str, real_function.RealFunction] = {
    function.name: function
    for function in (
        algebraic.PRODUCT,
        algebraic.SQUARE_ROOT,
        algebraic.DISTANCE,
        algebraic.RECIPROCAL,
        logarithm.LOGARITHM,
        sine.SINE,
    )
}
