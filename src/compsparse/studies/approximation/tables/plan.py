"""Settings and jobs on rates without training (document 000, the curse and who escapes it)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.shared_settings import ConstituentSettings, Leaves
from workflow_engine.configuration.values import Distinct, Increasing, Positive, StrictModel

NAME = "rates"

Order = Literal[1, 2, 4]
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
    values: Positive = Field(description="of the target, that a run may ask for")
    corners: Annotated[int, Field(ge=16, le=2**20)] = Field(
        description="most, m^d, that a point of a tree may need: larger d are left out at that m"
    )


class Tables(StrictModel):
    """Tables of local pieces."""

    orders: Annotated[list[Order], Field(min_length=1), Distinct]
    trees: Annotated[list[TreeTables], Field(min_length=1)]
    all_variables: TablesOfAll
    points: Annotated[int, Field(ge=10)] = Field(description="at random, of a run")
    runs: Annotated[int, Field(ge=2)] = Field(description="sets of points")

    @model_validator(mode="after")
    def _other_arities(self) -> "Tables":
        arities = [len(of.constituent.slopes) for of in self.trees]
        if len(set(arities)) < len(arities):
            raise ValueError(f"trees: each arity once, not {arities}")
        return self


class SizeAtError(StrictModel):
    """What is read off."""

    error: Annotated[float, Field(gt=0, lt=1)] = Field(
        description="relative, at which sizes are compared"
    )
    order: Order = Field(description="of the pieces that are drawn")


class Rates(StrictModel):
    """Errors of tables, and what comes of them."""

    generate: Tables
    evaluate: SizeAtError


class Networks(StrictModel):
    """ReLU networks that are tables."""

    variables: Leaves
    grids: Grids
    points: Annotated[int, Field(ge=10)]
    runs: Annotated[int, Field(ge=2)]


class ReluNetwork(StrictModel):
    """Networks beside their tables."""

    generate: Networks


class Images(StrictModel):
    """Sizes of images, as the document has them and as they are."""

    digits: Positive = Field(description="the error is 10 to the power of minus these")
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
    params = {"target": plan.tree(), **chosen.model_dump()}
    params["target"].pop("world", None)  # an equality, of any constituent
    outputs = plan.generate("relu_network", "tree", "network_outputs", params)
    plan.evaluate(
        "relu_network", {"outputs": outputs}, render_params={"variables": chosen.variables}
    )
    images = settings.image_arithmetic.evaluate
    plan.evaluate(
        "image_arithmetic", {}, images.model_dump(), render_params={"digits": images.digits}
    )


def _rates(plan: Collector, settings: Rates) -> None:
    chosen, of_all = settings.generate, settings.generate.all_variables
    common = {"points": chosen.points, "runs": chosen.runs, "values": of_all.values}
    trees: list[str] = []
    tables: list[str] = []
    generic: list[str] = []
    arities: list[int] = []
    for order in chosen.orders:
        for of in chosen.trees:
            arity = len(of.constituent.slopes)
            params = {
                "target": plan.tree(of.constituent),
                "variables": of.variables,
                "grids": of.grids,
                "order": order,
                **common,
            }
            cell = f"tree-arity_{arity}-order_{order}"
            trees.append(plan.generate(NAME, cell, "tree_errors", params))
            arities.append(arity)
        params = {"grids": of_all.grids, "order": order, **common}
        within = [d for d in of_all.variables if order**d <= of_all.corners]
        for paths, name, variables in (
            (tables, "tree", within),
            (generic, "generic", of_all.variables),
        ):
            target = {"target": plan.target(name), "variables": variables}
            cell = f"all-{name}-order_{order}"
            paths.append(plan.generate(NAME, cell, "grid_errors", {**params, **target}))
    inputs = {"trees": trees, "tables": tables, "generic": generic}
    named, error = {"arities": arities}, {"error": settings.evaluate.error}
    plan.evaluate("rates", inputs, named)
    plan.evaluate(
        "sizes",
        inputs,
        {**named, **error},
        render_params={**error, "order": settings.evaluate.order},
    )
