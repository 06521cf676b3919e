"""Settings and jobs on half tables (document 000, 'Genericity and Optimization')."""

from typing import Annotated

from pydantic import Field, field_validator

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import Runs
from compsparse.studies.genericity.worlds import touched
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


class Halves(StrictModel):
    """Boolean functions on n bits, and how networks learn them; equal for all."""

    bits: Annotated[int, Field(ge=3, le=16)] = Field(description="odd, for the majority")
    functions: Positive = Field(description="random ones of a run")
    width: Positive
    rates: Annotated[list[PositiveNumber], Field(min_length=3), Increasing]
    steps: Positive
    batch: Positive
    runs: Runs

    @field_validator("bits")
    @classmethod
    def _odd(cls, bits: int) -> int:
        if bits % 2 == 0:
            raise ValueError(f"an odd number, for the majority, not {bits}")
        return bits


class HalfTable(StrictModel):
    """The only experiment."""

    train: Halves


class HalfTableTheme(StrictModel):
    """The theme's experiments."""

    half_table: HalfTable


def collect(plan: Collector, settings: HalfTableTheme) -> None:
    """Add the jobs of this theme."""
    params = {**settings.half_table.train.model_dump(), **touched(plan.world)}
    module = "compsparse.studies.genericity.half_table.train_half_tables"
    models = plan.train("half_table", "all", module, params)
    plan.evaluate(
        "compsparse.studies.genericity.half_table.evaluate_half_table",
        {"models": models},
        render="compsparse.studies.genericity.half_table.render_half_table",
    )
