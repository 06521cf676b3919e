"""Settings and jobs that vary how networks of several architectures are trained."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Recipe, Seeds
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "isolation"
CENTRE = "centre"
WIRINGS = ("own", "dense")


class Change(StrictModel):
    """What of the recipe is another; the rest is the study's."""

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
        description="from the genome's own on"
    )
    units: dict[str, Positive] = Field(description="of each hidden layer: the genome's own")
    runs: Seeds = Field(description="of each way, depth and wiring")
    variants: Annotated[list[Variant], Field(min_length=1)] = Field(
        description="beside the centre, the study's recipe"
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
    """The only experiment of this theme."""

    isolation: Isolation


def collect(plan: Collector, settings: IsolationTheme) -> None:
    """Add the jobs of this theme."""
    target, train = settings.isolation.target, settings.isolation.train
    if target not in plan.genomes:
        raise ValueError(
            f"isolation.target: {target!r} has no genome, whose wiring is a factor; allowed: "
            f"{', '.join(plan.genomes) or 'none of the targets'}."
        )
    seen = {"target": plan.targets[target]}
    scores: list[tuple[dict[str, Any], str]] = []
    references: list[tuple[dict[str, Any], str]] = []
    for depth in train.depths:
        shape = {"depth": depth, "units": train.units}
        place = f"depth_{depth}"
        solution = plan.generate(
            NAME,
            f"{place}-solution",
            "embedding.embedding",
            shape,
            seen,
            sources={"genome": plan.genomes[target]},
        )
        for name, factor, params in _variants(plan, train):
            for wiring in WIRINGS:
                cell = f"{place}-{wiring}-{name}"
                networks = plan.train(
                    NAME,
                    cell,
                    "variants",
                    {**shape, "own": wiring == "own", **params},
                    {**seen, "solution": solution},
                )
                labels = {"depth": depth, "wiring": wiring, "variant": name, "factor": factor}
                scores.append((labels, plan.scores(NAME, cell, target, shape, networks)))
        found = plan.references(NAME, place, target, depth, train.units)
        references += [
            ({"depth": depth, "kind": kind.partition("_")[0]}, path) for kind, path in found.items()
        ]
    read = {"networks": scores, "references": references}
    plan.evaluate(
        NAME,
        {name: [path for _, path in files] for name, files in read.items()},
        {name: [labels for labels, _ in files] for name, files in read.items()},
    )


def _variants(plan: Collector, train: Architectures) -> list[tuple[str, str, dict[str, Any]]]:
    """Return name, factor and params of all ways to train, the centre first."""
    centre = plan.networks.recipe.model_dump()
    shared = {
        "runs": train.runs,
        "retry": plan.networks.retry.model_dump(),
        # all begin at the same weights, up to factors, and see the same pixels
        "seed_names": [plan.study, NAME],
    }
    found = [(CENTRE, CENTRE, {**shared, "recipe": centre, "scale": 1.0, "half": False})]
    for variant in train.variants:
        recipe = Recipe.model_validate({**centre, **variant.recipe.model_dump(exclude_none=True)})
        how = {"recipe": recipe.model_dump(), "scale": variant.scale, "half": variant.half}
        found.append((variant.name, variant.factor, {**shared, **how}))
    return found
