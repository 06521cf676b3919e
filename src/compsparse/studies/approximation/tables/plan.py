"""Settings and jobs on rates without training (document 000, the curse and who escapes it)."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.shared_settings import Leaves, Ranges
from compsparse.studies.approximation.tables.local_pieces import Order
from compsparse.studies.approximation.target.tree import nodes_by_level
from workflow_engine.configuration.values import Distinct, Increasing, Positive, Share, StrictModel

NAME = "rates"

Sizes = Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=1), Increasing]
Grids = Annotated[list[Annotated[int, Field(ge=5)]], Field(min_length=3), Increasing]


class TreeTables(StrictModel):
    """A table at each node of a tree."""

    ranges: Ranges
    variables: Sizes
    grids: Grids

    @model_validator(mode="after")
    def _powers(self) -> "TreeTables":
        for d in self.variables:
            nodes_by_level(d, len(self.ranges.slopes))  # refuses what is no power
        return self


class TablesOfAll(StrictModel):
    """One table over all variables, of the usual tree and of a generic target."""

    variables: Sizes
    grids: Grids
    values: Positive = Field(description="of the target, at most, in a run")
    corners: Annotated[int, Field(ge=16, le=2**20)] = Field(
        description="largest m^d for the target tree; larger d are left out at that m"
    )


class Tables(StrictModel):
    """Tables, interpolated locally."""

    orders: Annotated[list[Order], Field(min_length=1), Distinct]
    trees: Annotated[list[TreeTables], Field(min_length=1)]
    all_variables: TablesOfAll
    points: Annotated[int, Field(ge=10)] = Field(description="random points of a run")
    runs: Annotated[int, Field(ge=2)] = Field(description="targets, each with its own points")

    @model_validator(mode="after")
    def _other_arities(self) -> "Tables":
        arities = [len(t.ranges.slopes) for t in self.trees]
        if len(set(arities)) < len(arities):
            raise ValueError(f"trees: each arity once, not {arities}")
        return self


class SizeAtError(StrictModel):
    """Where sizes are compared."""

    error: Share = Field(description="relative")
    order: Order = Field(description="of the interpolation, in the figure")


class Rates(StrictModel):
    """Errors of tables, and their rates."""

    generate: Tables
    evaluate: SizeAtError


class Networks(StrictModel):
    """ReLU networks that equal tables."""

    variables: Leaves
    grids: Grids
    points: Annotated[int, Field(ge=10)]
    runs: Annotated[int, Field(ge=2)]


class ReluNetwork(StrictModel):
    """ReLU networks beside their tables."""

    generate: Networks


class Images(StrictModel):
    """Sizes of images: the document's, and others."""

    digits: Positive = Field(description="the error is 10^-digits")
    variables: Sizes
    orders: Annotated[list[Positive], Field(min_length=1), Increasing]
    arity: Positive = Field(description="of constituents, for comparison")


class ImageArithmetic(StrictModel):
    """Counts."""

    evaluate: Images


class TablesTheme(StrictModel):
    """The theme's experiments."""

    rates: Rates
    relu_network: ReluNetwork
    image_arithmetic: ImageArithmetic


def collect(plan: Collector, settings: TablesTheme) -> None:
    """Add the jobs of this theme."""
    _rates(plan, settings.rates)
    chosen = settings.relu_network.generate
    target = plan.tree()
    target.pop("world", None)  # networks equal tables whatever the constituents
    module = "compsparse.studies.approximation.tables.generate_network_outputs"
    params = {"target": target, **chosen.model_dump()}
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_relu_network",
        {"outputs": plan.generate("relu_network", "tree", module, params)},
        render="compsparse.studies.approximation.tables.render_relu_network",
        render_params={"variables": chosen.variables},
    )
    images = settings.image_arithmetic.evaluate
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_image_arithmetic",
        {},
        images.model_dump(),
        render="compsparse.studies.approximation.tables.render_image_arithmetic",
        render_params={"digits": images.digits},
    )


def _rates(plan: Collector, settings: Rates) -> None:
    chosen, whole = settings.generate, settings.generate.all_variables
    common = {"points": chosen.points, "runs": chosen.runs, "values": whole.values}
    inputs: dict[str, list[str]] = {"trees": [], "tables": [], "generic": []}
    arities: list[int] = []

    def add(kind: str, cell: str, **params: Any) -> None:
        cell, params = f"{cell}-order_{params['order']}", {**params, **common}
        module = "compsparse.studies.approximation.tables.generate_grid_errors"
        inputs[kind].append(plan.generate(NAME, cell, module, params))

    for order in chosen.orders:
        for tree in chosen.trees:
            arities.append(len(tree.ranges.slopes))
            add(
                "trees",
                f"tree-arity_{arities[-1]}",
                target=plan.tree(f"arity_{arities[-1]}", ranges=tree.ranges),
                variables=tree.variables,
                grids=tree.grids,
                order=order,
                at_nodes=True,
            )
        within = [d for d in whole.variables if order**d <= whole.corners]
        for kind, name, variables in (
            ("tables", "tree", within),
            ("generic", "generic", whole.variables),
        ):
            add(
                kind,
                f"all-{name}",
                target=plan.target(name),
                variables=variables,
                grids=whole.grids,
                order=order,
            )
    params = {"arities": arities}
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_rates",
        inputs,
        params,
        render="compsparse.studies.approximation.tables.render_rates",
    )
    evaluated = settings.evaluate
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_sizes",
        inputs,
        {**params, "error": evaluated.error},
        render="compsparse.studies.approximation.tables.render_sizes",
        render_params=evaluated.model_dump(),
    )
