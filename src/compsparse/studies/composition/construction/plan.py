"""Settings and jobs on the transformer that is written down (document 003, expressivity)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Folds, Symbols
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


class Constructed(StrictModel):
    """Transformers that are written down, and run on random sequences."""

    folds: Annotated[list[Folds], Field(min_length=1), Increasing]
    symbols: Annotated[list[Symbols], Field(min_length=1), Increasing]
    sharpness: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    inputs: Positive = Field(description="sequences, each with hidden permutations of its own")


class ConstructionCells(StrictModel):
    """The only experiment."""

    generate: Constructed


class Construction(StrictModel):
    """The theme's experiments."""

    construction: ConstructionCells


def collect(plan: Collector, settings: Construction) -> None:
    """Add the jobs of this theme."""
    params = settings.construction.generate.model_dump()
    # both layouts get the same permutations
    seeds = {"seed_names": [plan.study, "construction", "all"]}
    outputs = plan.generate("construction", "all", "outputs", {**params, "layout": "wide"})
    lean = plan.generate("construction", "lean", "outputs", {**params, **seeds, "layout": "lean"})
    plan.evaluate("construction", {"outputs": outputs})
    plan.evaluate("lean_layout", {"wide": outputs, "lean": lean})
