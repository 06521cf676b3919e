"""Settings and jobs on learning (document 000, 'Genericity and Optimization', Principle II)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.collector import STUDY, Collector
from compsparse.studies.genericity.shared_settings import LearnedTargets, TargetSettings
from workflow_engine.configuration.values import StrictModel

NAME = "descent"
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class Pair(StrictModel):
    """Two targets of equal footprint, of which the second has the smaller leap."""

    large_leap: Name
    small_leap: Name


class Descent(StrictModel):
    """Targets of n variables, and which of them are compared."""

    generate: LearnedTargets
    shifted: Annotated[list[Name], Field(min_length=2)] = Field(description="by rising shift")
    biased: Annotated[list[Name], Field(min_length=1)] = Field(description="by rising bias")
    larger_footprint: Name = Field(description="shifted, of more footprint than the first biased")
    pairs: Annotated[dict[Name, Pair], Field(min_length=1)]

    @model_validator(mode="after")
    def _are_targets(self) -> "Descent":
        paired = [name for pair in self.pairs.values() for name in pair.model_dump().values()]
        named = [*self.shifted, *self.biased, self.larger_footprint, *paired]
        if missing := sorted(set(named) - self.generate.targets.keys()):
            raise ValueError(f"no target is named {', '.join(missing)}; add it, or take it out")
        return self


class DescentTheme(StrictModel):
    """The theme's experiments."""

    descent: Descent


def described(targets: dict[str, TargetSettings]) -> dict[str, object]:
    """Return targets as steps take them."""
    return {name: target.model_dump() for name, target in targets.items()}


def collect(plan: Collector, settings: DescentTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.descent
    # two minutes together, which nothing else could shorten: each run has a job, its draws named
    # as in one job for all
    named = {"seed_names": [STUDY, NAME, "all"]}
    models = [
        plan.learned(NAME, f"run_{run}", given.generate, runs=[run], **named)
        for run in range(given.generate.runs)
    ]
    same = {"targets": described(given.generate.targets), "variables": given.generate.variables}
    for result, params in (
        ("shifts", given.model_dump(include={"shifted", "biased", "larger_footprint"})),
        ("equal_footprint", {"pairs": {n: pair.model_dump() for n, pair in given.pairs.items()}}),
        ("predictors", {}),
    ):
        plan.evaluate(
            f"compsparse.studies.genericity.descent.evaluate_{result}",
            {"models": models},
            {**same, **params},
            render=f"compsparse.studies.genericity.descent.render_{result}",
            render_params={"steps": settings.descent.generate.steps},
        )
