"""Settings and jobs on the constructed transformer (document 003, expressivity)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Folds, Generated, Symbols
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


class Constructed(StrictModel):
    """Written-down transformers, run on random sequences."""

    folds: Annotated[list[Folds], Field(min_length=1), Increasing]
    symbols: Annotated[list[Symbols], Field(min_length=1), Increasing]
    sharpness: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    inputs: Positive = Field(description="sequences, each with hidden permutations of its own")


class Construction(StrictModel):
    """The theme's experiments."""

    construction: Generated[Constructed]


def collect(plan: Collector, settings: Construction) -> None:
    """Add the jobs of this theme."""
    params = settings.construction.generate.model_dump()
    # both layouts get the same permutations
    seeds = {"seed_names": [plan.study, "construction", "all"]}
    wide, lean = (
        plan.generate(
            "construction",
            cell,
            "compsparse.studies.composition.construction.generate_outputs",
            {**params, **seeds, "layout": layout},
        )
        for layout, cell in (("wide", "all"), ("lean", "lean"))
    )
    plan.evaluate(
        "compsparse.studies.composition.construction.evaluate_construction",
        {"outputs": wide},
        render="compsparse.studies.composition.construction.render_construction",
    )
    plan.evaluate(
        "compsparse.studies.composition.construction.evaluate_lean_layout",
        {"wide": wide, "lean": lean},
        render="compsparse.studies.composition.construction.render_lean_layout",
    )
