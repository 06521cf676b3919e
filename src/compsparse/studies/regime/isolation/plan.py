"""Settings and jobs that vary how networks of several architectures are trained."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.shared_settings import Recipe, Seeds
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "isolation"
CENTRE = "centre"
WIRINGS = ("own", "dense")


class Change(StrictModel):
    """What differs from the study's recipe."""

    optimizer: Literal["adam", "muon"] | None = None
    rate: PositiveNumber | None = None
    final_rate: PositiveNumber | None = None
    pixels: Positive | None = None


class Variant(StrictModel):
    """A way to train that differs from the centre in one factor."""

    name: Annotated[str, Field(pattern="^[a-z0-9_]+$")]
    factor: Literal["optimizer", "rate", "scale", "pixels", "data"]
    recipe: Change = Change()
    scale: PositiveNumber = Field(1.0, description="of the initial weights")
    half: bool = Field(False, description="whether a fixed half of the pixels is never seen")


class Architectures(StrictModel):
    """Networks of two depths and two wirings, trained in several ways."""

    depths: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="from that of the genome"
    )
    units: dict[str, Positive] = Field(description="of each hidden layer: those of the genome")
    runs: Seeds = Field(description="of each way, depth and wiring")
    variants: Annotated[list[Variant], Field(min_length=1)] = Field(
        description="besides the centre, the study's recipe"
    )

    @model_validator(mode="after")
    def _named_apart(self) -> "Architectures":
        names = [CENTRE, *(variant.name for variant in self.variants)]
        if len(set(names)) < len(names):
            raise ValueError(f"variants of different names, none of them {CENTRE!r}; not {names}")
        return self


class Isolation(StrictModel):
    """The isolation table of one target."""

    target: str
    train: Architectures


class IsolationTheme(StrictModel):
    """The experiment of this theme."""

    isolation: Isolation


def collect(plan: Collector, settings: IsolationTheme) -> None:
    """Add the jobs of this theme."""
    target, train = settings.isolation.target, settings.isolation.train
    genome, files = plan.genome(target, "isolation.target"), Files()
    for depth in train.depths:
        place = Cell(NAME, f"depth_{depth}", target, depth, train.units)
        solution = plan.solution(place, genome)
        for variant, factor, params in _variants(plan, train):
            for wiring in WIRINGS:
                cell = place.with_name(place.name, wiring, variant)
                networks = plan.train(
                    NAME,
                    cell.name,
                    "compsparse.studies.regime.isolation.train_variants",
                    {**cell.shape, "own": wiring == "own", **params},
                    {"target": plan.targets[target], "solution": solution},
                )
                labels = {"wiring": wiring, "variant": variant, "factor": factor}
                files.add("networks", plan.scores(cell, networks), depth=depth, **labels)
        plan.add_references(files, place, depth=depth)
    plan.evaluate(
        "compsparse.studies.regime.isolation.evaluate_isolation",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.isolation.render_isolation",
        headline=False,
    )


def _variants(plan: Collector, train: Architectures) -> list[tuple[str, str, dict[str, Any]]]:
    """Return name, factor and parameters of all ways to train, the centre first."""
    centre = plan.networks.recipe.model_dump()
    shared = {
        "runs": train.runs,
        "retry": plan.networks.retry.model_dump(),
        # all start from the same weights, up to factors, and draw the same pixels
        "seed_names": [plan.study, NAME],
    }
    found = [(CENTRE, CENTRE, {**shared, "recipe": centre, "scale": 1.0, "half": False})]
    for variant in train.variants:
        recipe = Recipe.model_validate({**centre, **variant.recipe.model_dump(exclude_none=True)})
        params = {"recipe": recipe.model_dump(), "scale": variant.scale, "half": variant.half}
        found.append((variant.name, variant.factor, {**shared, **params}))
    return found
