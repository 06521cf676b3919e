"""The parameters of study ``circuits``: one model per section of params.yaml, a module a theme."""

from compsparse.studies.circuits.emulation.settings import Emulation
from compsparse.studies.circuits.finite_precision.settings import FinitePrecision
from compsparse.studies.circuits.local_steps.settings import LocalSteps
from compsparse.studies.circuits.next_token.settings import NextToken
from compsparse.studies.circuits.sparse_functions.settings import SparseFunctions
from compsparse.studies.circuits.threshold_gates.settings import ThresholdGates
from compsparse.studies.circuits.unrolling.settings import Unrolling


class Settings(
    Unrolling,
    ThresholdGates,
    Emulation,
    FinitePrecision,
    SparseFunctions,
    NextToken,
    LocalSteps,
):
    """The section ``circuits`` of params.yaml, one subsection per experiment."""
