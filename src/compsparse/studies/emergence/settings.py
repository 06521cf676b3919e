"""The parameters of study ``emergence``: one model per section of params.yaml, a module a theme.

What each value means for the science stands with the value in params.yaml; here stands what is
allowed.
"""

from compsparse.studies.emergence.edge_cases.settings import EdgeCases
from compsparse.studies.emergence.mechanism.settings import Mechanism
from compsparse.studies.emergence.sample_complexity.settings import SampleComplexity
from compsparse.studies.emergence.scaling_law.settings import ScalingLaw
from compsparse.studies.emergence.single_direction.settings import SingleDirection
from compsparse.studies.emergence.staircase.settings import Staircase
from compsparse.studies.emergence.width.settings import Width


class Settings(
    SingleDirection, Staircase, ScalingLaw, Width, SampleComplexity, Mechanism, EdgeCases
):
    """The section ``emergence`` of params.yaml, one subsection per experiment."""
