"""Settings and jobs on the law of steps in n (document 000, Principle II; arXiv 2302.11055)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import LearnedTargets, Training
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "leap_law"


class Law(Training):
    """Products of so many variables, among n."""

    variables: Annotated[list[Positive], Field(min_length=3), Increasing]
    leaps: Annotated[list[Positive], Field(min_length=2), Increasing]


class LeapLaw(StrictModel):
    """The only experiment."""

    generate: Law


class LeapLawTheme(StrictModel):
    """The theme's experiments."""

    leap_law: LeapLaw


def collect(plan: Collector, settings: LeapLawTheme) -> None:
    """Add the jobs of this theme."""
    law = settings.leap_law.generate
    targets = {f"leap_{leap}": {"products": [f"1..{leap}"]} for leap in law.leaps}
    same = law.model_dump(exclude={"variables", "leaps"})
    models = [
        plan.learned(
            NAME,
            f"n_{number}",
            LearnedTargets.model_validate({**same, "variables": number, "targets": targets}),
        )
        for number in law.variables
    ]
    plan.evaluate(
        "compsparse.studies.genericity.leap_law.evaluate_leap_law",
        {"models": models},
        {"variables": law.variables, "leaps": law.leaps},
        render="compsparse.studies.genericity.leap_law.render_leap_law",
        render_params={"steps": law.steps},
    )
