"""The real functions of this study, by name."""

from compsparse.studies.circuits.finite_precision.real_functions.distance import DISTANCE
from compsparse.studies.circuits.finite_precision.real_functions.logarithm import LOGARITHM
from compsparse.studies.circuits.finite_precision.real_functions.product import PRODUCT
from compsparse.studies.circuits.finite_precision.real_functions.real_function import RealFunction
from compsparse.studies.circuits.finite_precision.real_functions.reciprocal import RECIPROCAL
from compsparse.studies.circuits.finite_precision.real_functions.sine import SINE
from compsparse.studies.circuits.finite_precision.real_functions.square_root import SQUARE_ROOT

FUNCTIONS: dict[str, RealFunction] = {
    function.name: function
    for function in (PRODUCT, SQUARE_ROOT, DISTANCE, RECIPROCAL, LOGARITHM, SINE)
}
