"""The jobs of study ``genericity``: a pure function of its settings."""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.descent import plan as descent
from compsparse.studies.genericity.footprints import plan as footprints
from compsparse.studies.genericity.gradient import plan as gradient
from compsparse.studies.genericity.half_table import plan as half_table
from compsparse.studies.genericity.large_batch import plan as large_batch
from compsparse.studies.genericity.leap_law import plan as leap_law
from compsparse.studies.genericity.measures import plan as measures
from compsparse.studies.genericity.profiles import plan as profiles
from compsparse.studies.genericity.worlds import World
from workflow_engine.configuration.values import Distinct
from workflow_engine.provenance.job import Job

_THEMES = (profiles, footprints, measures, half_table, descent, leap_law, gradient)


class Settings(
    profiles.ProfilesTheme,
    footprints.FootprintsTheme,
    measures.MeasuresTheme,
    half_table.HalfTableTheme,
    descent.DescentTheme,
    leap_law.LeapLawTheme,
    gradient.GradientTheme,
    large_batch.LargeBatchTheme,
):
    """The section ``genericity`` of params.yaml."""

    on_request: Annotated[list[Literal["large_batch"]], Distinct] = Field(
        description="experiments that are made as well"
    )
    world: World = Field("none", description="what is missing from targets")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    asked = [large_batch] if settings.on_request else []
    return Collector(root_seed, scale, settings.world).collect([*_THEMES, *asked], settings)


def requests(settings: Settings) -> dict[str, Settings]:
    """Return the settings with the experiment that no ordinary run makes, by its name."""
    asked = settings.model_copy(update={"on_request": [large_batch.NAME]})
    return {} if settings.on_request else {large_batch.NAME: asked}
