"""The jobs of study ``genericity``: a pure function of its settings."""

from pydantic import Field

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.descent import plan as descent
from compsparse.studies.genericity.gradient import plan as gradient
from compsparse.studies.genericity.leap_law import plan as leap_law
from compsparse.studies.genericity.measures import plan as measures
from compsparse.studies.genericity.profiles import plan as profiles
from compsparse.studies.genericity.worlds import World
from workflow_engine.provenance.job import Job

_THEMES = (profiles, measures, descent, leap_law, gradient)


class Settings(
    profiles.ProfilesTheme,
    measures.MeasuresTheme,
    descent.DescentTheme,
    leap_law.LeapLawTheme,
    gradient.GradientTheme,
):
    """The section ``genericity`` of params.yaml."""

    world: World = Field("none", description="what is missing from targets")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.world).collect(_THEMES, settings)
