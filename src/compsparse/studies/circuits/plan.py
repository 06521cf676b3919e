"""The jobs of study ``circuits``: a pure function of its settings."""

from pydantic import Field

from compsparse.studies.circuits.emulation import plan as emulation
from compsparse.studies.circuits.finite_precision import plan as finite_precision
from compsparse.studies.circuits.local_steps import plan as local_steps
from compsparse.studies.circuits.next_token import plan as next_token
from compsparse.studies.circuits.next_token.settings import NextToken
from compsparse.studies.circuits.sparse_functions import plan as sparse_functions
from compsparse.studies.circuits.threshold_gates import plan as threshold_gates
from compsparse.studies.circuits.unrolling import plan as unrolling
from compsparse.studies.circuits.worlds.catalogue import NONE, World, in_world
from workflow_engine.job_collector import JobCollector
from workflow_engine.provenance.job import Job

# in the order of the document
_THEMES = (
    unrolling,
    threshold_gates,
    emulation,
    finite_precision,
    sparse_functions,
    next_token,
    local_steps,
)


class Settings(
    unrolling.Unrolling,
    threshold_gates.ThresholdGates,
    emulation.Emulation,
    finite_precision.FinitePrecision,
    sparse_functions.SparseFunctions,
    NextToken,
    local_steps.LocalSteps,
):
    """The section ``circuits`` of params.yaml, one subsection per experiment."""

    world: World = Field(default=NONE, description="which structure is taken away")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    collected = JobCollector("circuits", root_seed, scale).collect(_THEMES, settings)
    return in_world(collected, settings.world)
