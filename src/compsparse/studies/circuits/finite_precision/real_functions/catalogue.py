"""The real functions of this study, by name."""

from compsparse.studies.circuits.finite_precision.real_functions import algebraic
from compsparse.studies.circuits.finite_precision.real_functions.logarithm import LOGARITHM
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction
from compsparse.studies.circuits.finite_precision.real_functions.sine import SINE

FUNCTIONS: dict[str, RealFunction] = {
    function.name: function
    for function in (
        algebraic.PRODUCT,
        algebraic.SQUARE_ROOT,
        algebraic.DISTANCE,
        algebraic.RECIPROCAL,
        LOGARITHM,
        SINE,
    )
}
