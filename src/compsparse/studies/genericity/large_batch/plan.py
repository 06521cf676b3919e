"""Settings and jobs on large batches (document 000, Principle II), on request."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import LearnedTargets
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "large_batch"


class Batches(StrictModel):
    """Targets on batches as they are given, and on larger ones."""

    generate: LearnedTargets
    large: Positive = Field(description="examples of a large batch")
    hard: Annotated[list[str], Field(min_length=1)] = Field(description="targets that are judged")

    @model_validator(mode="after")
    def _fit(self) -> "Batches":
        if self.large <= self.generate.batch:
            raise ValueError(f"large: above generate.batch, {self.generate.batch}")
        if missing := sorted(set(self.hard) - self.generate.targets.keys()):
            raise ValueError(f"hard: no target is named {', '.join(missing)}")
        return self


class LargeBatchTheme(StrictModel):
    """The theme's experiments."""

    large_batch: Batches


def collect(plan: Collector, settings: LargeBatchTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.large_batch
    batches = [given.generate.batch, given.large]
    # steps have mappings in the order of their names
    models = [
        plan.learned(NAME, f"batch_{batch}", given.generate, batch=batch) for batch in batches
    ]
    plan.evaluate(
        "compsparse.studies.genericity.large_batch.evaluate_large_batch",
        {"models": models},
        {"targets": sorted(given.generate.targets), "batches": batches, "hard": given.hard},
        render="compsparse.studies.genericity.large_batch.render_large_batch",
        render_params={"steps": given.generate.steps},
        headline=False,
    )
