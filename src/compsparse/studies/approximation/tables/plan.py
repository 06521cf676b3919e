"""Settings and jobs on rates without training (document 000, the curse and who escapes it)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.shared_settings import ConstituentSettings, Leaves
from compsparse.studies.approximation.tables.local_pieces import Order
from workflow_engine.configuration.values import Distinct, Increasing, Positive, StrictModel

NAME = "rates"

Sizes = Annotated[list[Annotated[int, Field(ge=2)]], Field(min_length=1), Increasing]
Grids = Annotated[list[Annotated[int, Field(ge=5)]], Field(min_length=3), Increasing]


class TreeTables(StrictModel):
    """A table at each node of a tree."""

    constituent: ConstituentSettings
    variables: Sizes
    grids: Grids

    @model_validator(mode="after")
    def _powers(self) -> "TreeTables":
        arity = len(self.constituent.slopes)
        powers = {arity**level for level in range(1, 32)}
        wrong = [d for d in self.variables if d not in powers]
        if wrong:
            raise ValueError(f"powers of the arity, {arity}, not {wrong}")
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
    runs: Annotated[int, Field(ge=2)] = Field(description="sets of random points")

    @model_validator(mode="after")
    def _other_arities(self) -> "Tables":
        arities = [len(t.constituent.slopes) for t in self.trees]
        if len(set(arities)) < len(arities):
            raise ValueError(f"trees: each arity once, not {arities}")
        return self


class SizeAtError(StrictModel):
    """Where sizes are compared."""

    error: Annotated[float, Field(gt=0, lt=1)] = Field(description="relative")
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
    outputs = plan.generate(
        "relu_network",
        "tree",
        "compsparse.studies.approximation.tables.generate_network_outputs",
        {"target": target, **chosen.model_dump()},
    )
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_relu_network",
        {"outputs": outputs},
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
    for order in chosen.orders:
        for tree in chosen.trees:
            arity = len(tree.constituent.slopes)
            arities.append(arity)
            inputs["trees"].append(
                plan.generate(
                    NAME,
                    f"tree-arity_{arity}-order_{order}",
                    "compsparse.studies.approximation.tables.generate_tree_errors",
                    {
                        "target": plan.tree(tree.constituent),
                        "variables": tree.variables,
                        "grids": tree.grids,
                        "order": order,
                        **common,
                    },
                )
            )
        within = [d for d in whole.variables if order**d <= whole.corners]
        for key, name, variables in (
            ("tables", "tree", within),
            ("generic", "generic", whole.variables),
        ):
            inputs[key].append(
                plan.generate(
                    NAME,
                    f"all-{name}-order_{order}",
                    "compsparse.studies.approximation.tables.generate_grid_errors",
                    {
                        "target": plan.target(name),
                        "variables": variables,
                        "grids": whole.grids,
                        "order": order,
                        **common,
                    },
                )
            )
    error = {"error": settings.evaluate.error}
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_rates",
        inputs,
        {"arities": arities},
        render="compsparse.studies.approximation.tables.render_rates",
    )
    plan.evaluate(
        "compsparse.studies.approximation.tables.evaluate_sizes",
        inputs,
        {"arities": arities, **error},
        render="compsparse.studies.approximation.tables.render_sizes",
        render_params={**error, "order": settings.evaluate.order},
    )
