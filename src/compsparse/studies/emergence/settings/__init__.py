"""The parameters of study ``emergence``: one model per section of params.yaml, a module a theme.

What each value means for the science stands with the value in params.yaml; here stands what is
allowed.
"""

from compsparse.studies.emergence.settings.edge_cases import EdgeCases
from compsparse.studies.emergence.settings.mechanism import Mechanism
from compsparse.studies.emergence.settings.sample_complexity import SampleComplexity
from compsparse.studies.emergence.settings.scaling_law import ScalingLaw
from compsparse.studies.emergence.settings.single_direction import SingleDirection
from compsparse.studies.emergence.settings.staircase import Staircase
from compsparse.studies.emergence.settings.width import Width


class Settings(
    SingleDirection,
    Staircase,
    ScalingLaw,
    Width,
    SampleComplexity,
    Mechanism,
    EdgeCases,
):
    """The section ``emergence`` of params.yaml, one subsection per experiment."""
