"""Settings and jobs on the gradient at the start (document 000, Principle II)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import Runs
from compsparse.studies.genericity.target.table import MOST_BITS
from compsparse.studies.genericity.worlds import touched
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "gradient"


class Networks(StrictModel):
    """Random networks of one hidden layer on n bits."""

    bits: Annotated[int, Field(ge=2, le=MOST_BITS)]
    units: Positive
    runs: Runs


class Judged(StrictModel):
    """Two degrees, between which the fall is measured."""

    degrees: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing]


class Gradient(StrictModel):
    """The only experiment."""

    generate: Networks
    evaluate: Judged

    @model_validator(mode="after")
    def _degrees_are_there(self) -> "Gradient":
        if self.evaluate.degrees[-1] > self.generate.bits:
            raise ValueError(f"evaluate.degrees: at most {self.generate.bits}")
        return self


class GradientTheme(StrictModel):
    """The theme's experiments."""

    gradient: Gradient


def collect(plan: Collector, settings: GradientTheme) -> None:
    """Add the jobs of this theme."""
    params = {**settings.gradient.generate.model_dump(), **touched(plan.world)}
    module = "compsparse.studies.genericity.gradient.generate_gradients"
    gradients = plan.generate(NAME, "all", module, params)
    plan.evaluate(
        "compsparse.studies.genericity.gradient.evaluate_gradient",
        {"gradients": gradients},
        settings.gradient.evaluate.model_dump(),
        render="compsparse.studies.genericity.gradient.render_gradient",
    )
