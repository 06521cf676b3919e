"""Settings and jobs on statistical queries (document 003, 'Computational hardness')."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Generated
from workflow_engine.configuration.values import Increasing, Positive, StrictModel


class Pairs(StrictModel):
    """Random pairs of targets."""

    folds: Annotated[list[Positive], Field(min_length=1), Increasing]
    symbols: Annotated[list[Annotated[int, Field(ge=3)]], Field(min_length=2), Increasing]
    pairs: Positive = Field(description="of targets, in a group")
    groups: Annotated[int, Field(ge=3)]
    sequences: Positive = Field(description="on which one pair of targets is compared")


class Hardness(StrictModel):
    """The theme's experiments."""

    query_correlation: Generated[Pairs]


def collect(plan: Collector, settings: Hardness) -> None:
    """Add the jobs of this theme."""
    params = settings.query_correlation.generate.model_dump()
    correlations = plan.generate(
        "query_correlation",
        "all",
        "compsparse.studies.composition.hardness.generate_correlations",
        params,
    )
    plan.evaluate(
        "compsparse.studies.composition.hardness.evaluate_query_correlation",
        {"correlations": correlations},
        render="compsparse.studies.composition.hardness.render_query_correlation",
    )
