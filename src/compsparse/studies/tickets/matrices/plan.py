"""Settings and jobs on trees written as matrices (document 000, the slides on weight matrices)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.shared_settings import Evaluates
from workflow_engine.configuration.values import Distinct, StrictModel


class TreeMatrix(StrictModel):
    """The slide's tree: weights of edges, by the nodes where they start and end."""

    nodes: Annotated[list[str], Field(min_length=2), Distinct]
    edges: dict[str, dict[str, float]]


class MatricesTheme(StrictModel):
    """The theme's experiment."""

    tree_matrix: Evaluates[TreeMatrix]


def collect(plan: Collector, settings: MatricesTheme) -> None:
    """Add the job of this theme."""
    tree = settings.tree_matrix.evaluate
    plan.evaluate(
        "compsparse.studies.tickets.matrices.evaluate_tree_matrix",
        {},
        tree.model_dump(),
        render="compsparse.studies.tickets.matrices.render_tree_matrix",
        render_params={"nodes": tree.nodes},
    )
