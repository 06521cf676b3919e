"""The parameters of study ``circuits``: one model per section of params.yaml, a module a theme."""

from compsparse.studies.circuits.settings.emulation import Emulation
from compsparse.studies.circuits.settings.finite_precision import FinitePrecision
from compsparse.studies.circuits.settings.local_steps import LocalSteps
from compsparse.studies.circuits.settings.next_token import NextToken
from compsparse.studies.circuits.settings.sparse_functions import SparseFunctions
from compsparse.studies.circuits.settings.threshold_gates import ThresholdGates
from compsparse.studies.circuits.settings.unrolling import Unrolling


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
