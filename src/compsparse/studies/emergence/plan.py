"""The jobs of study ``emergence``: a pure function of its settings."""

from pydantic import Field

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.edge_cases import plan as edge_cases
from compsparse.studies.emergence.mechanism import plan as mechanism
from compsparse.studies.emergence.sample_complexity import plan as sample_complexity
from compsparse.studies.emergence.scaling_law import plan as scaling_law
from compsparse.studies.emergence.scaling_law.settings import ScalingLaw
from compsparse.studies.emergence.single_direction import plan as single_direction
from compsparse.studies.emergence.staircase import plan as staircase
from compsparse.studies.emergence.width import plan as width
from compsparse.studies.emergence.worlds import World
from workflow_engine.provenance.job import Job

# in the order of the document
_THEMES = (
    single_direction,
    staircase,
    scaling_law,
    width,
    sample_complexity,
    mechanism,
    edge_cases,
)


class Settings(
    single_direction.SingleDirection,
    staircase.Staircase,
    ScalingLaw,
    width.Width,
    sample_complexity.SampleComplexity,
    mechanism.Mechanism,
    edge_cases.EdgeCases,
):
    """The section ``emergence`` of params.yaml, one subsection per experiment."""

    world: World = Field("none", description="what is missing from every training")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.world).collect(_THEMES, settings)
