"""Settings and jobs on rare functions (document 000, 'Genericity and Optimization')."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import Runs
from compsparse.studies.genericity.target.polynomial import MOST_DEGREE
from compsparse.studies.genericity.target.table import MOST_BITS
from workflow_engine.configuration.values import Increasing, Positive, Share, StrictModel

NAME = "measures"
Bits = Annotated[int, Field(ge=1, le=MOST_BITS)]
Degree = Annotated[int, Field(ge=2, le=MOST_DEGREE)]


class Rare(StrictModel):
    """Random Boolean functions on n bits, and parities of k."""

    bits: Annotated[list[Bits], Field(min_length=2), Increasing]
    draws: Positive = Field(description="functions of a run")
    degrees: Annotated[list[Degree], Field(min_length=2), Increasing]
    footprint: Share = Field(description="that a shift has to give a parity")
    runs: Runs


class Measures(StrictModel):
    """The only experiment."""

    generate: Rare


class MeasuresTheme(StrictModel):
    """The theme's experiments."""

    measures: Measures


def collect(plan: Collector, settings: MeasuresTheme) -> None:
    """Add the jobs of this theme."""
    module = "compsparse.studies.genericity.measures.generate_measures"
    given = settings.measures.generate
    measures = plan.generate(NAME, "all", module, given.model_dump())
    plan.evaluate(
        "compsparse.studies.genericity.measures.evaluate_measures",
        {"measures": measures},
        render="compsparse.studies.genericity.measures.render_measures",
        render_params={"footprint": given.footprint},
    )
