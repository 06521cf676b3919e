"""Settings and jobs on closed forms (document 000, 'Genericity and Optimization')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import Runs
from compsparse.studies.genericity.target.polynomial import MOST_DEGREE
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)


class Products(StrictModel):
    """A product under shifts and biased inputs, a Hermite polynomial of the same degree."""

    degree: Annotated[int, Field(ge=2, le=MOST_DEGREE)]
    shifts: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    probabilities: Annotated[list[Share], Field(min_length=2), Increasing] = Field(
        description="of +1; as many as shifts"
    )
    examples: Positive
    runs: Runs

    @model_validator(mode="after")
    def _fit(self) -> "Products":
        if len(self.shifts) != len(self.probabilities):
            raise ValueError(f"probabilities: as many as shifts, {len(self.shifts)}")
        if not all(0.5 < probability < 1 for probability in self.probabilities):
            raise ValueError("probabilities: above 0.5, which has no footprint, and below 1")
        return self


class Footprints(StrictModel):
    """The only experiment."""

    generate: Products


class FootprintsTheme(StrictModel):
    """The theme's experiments."""

    footprints: Footprints


def collect(plan: Collector, settings: FootprintsTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.footprints.generate
    module = "compsparse.studies.genericity.footprints.generate_footprints"
    footprints = plan.generate("footprints", "all", module, given.model_dump())
    plan.evaluate(
        "compsparse.studies.genericity.footprints.evaluate_footprints",
        {"footprints": footprints},
        render="compsparse.studies.genericity.footprints.render_footprints",
        render_params={"examples": given.examples},
    )
