"""Settings and jobs on the wiring: equal counts, other connections (document 001, Figure 2)."""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.shared_settings import (
    Evaluated,
    Judging,
    LayeredSettings,
    Recipe,
    Seeds,
    Targets,
)
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "wiring"
Control = Literal["rewired", "foreign", "permuted", "random"]


class WiredTraining(StrictModel):
    """How networks of every wiring are trained from random weights."""

    controls: Annotated[list[Control], Field(min_length=1), Distinct] = Field(
        description="besides the own wiring and dense networks"
    )
    runs: Seeds = Field(description="of each kind of wiring")
    recipes: Annotated[list[Recipe], Field(min_length=1)] = Field(
        description="one for each optimizer, the same for all wirings"
    )

    @model_validator(mode="after")
    def _one_each(self) -> "WiredTraining":
        optimizers = [recipe.optimizer for recipe in self.recipes]
        if len(set(optimizers)) < len(optimizers):
            raise ValueError(f"one recipe for each optimizer, not {optimizers}")
        return self


class WiringControls(StrictModel):
    """Built targets whose wiring, and controls of it, are retrained."""

    targets: Targets
    others: dict[str, str] = Field(
        description="by target, the genome of equal depth whose wiring is a control"
    )
    shapes: dict[str, LayeredSettings] = Field(description="of every genome that is used")
    prune: WiredTraining
    generate: Judging

    @model_validator(mode="after")
    def _complete(self) -> "WiringControls":
        for target in self.targets:
            if target not in self.others:
                raise ValueError(f"others names a genome for each target; it lacks {target!r}")
            unknown = [n for n in (target, self.others[target]) if n not in self.shapes]
            if unknown:
                raise ValueError(f"shapes has every genome that is used; it lacks {unknown[0]!r}")
            depth, other = (self.shapes[n].depth for n in (target, self.others[target]))
            if depth != other:
                raise ValueError(
                    f"a genome as deep as {target!r}, {depth} layers; {self.others[target]!r} has "
                    f"{other}"
                )
        return self


class ShownMaps(StrictModel):
    """Networks whose maps of hidden units are shown."""

    target: str
    optimizer: str
    units: Positive = Field(description="shown of each layer, at most")


class WiringTheme(StrictModel):
    """The experiments on the wiring."""

    wiring: WiringControls
    hidden_maps: Evaluated[ShownMaps]

    @model_validator(mode="after")
    def _shown_are_trained(self) -> "WiringTheme":
        shown = self.hidden_maps.evaluate
        optimizers = [recipe.optimizer for recipe in self.wiring.prune.recipes]
        if shown.target not in self.wiring.targets or shown.optimizer not in optimizers:
            raise ValueError(
                f"hidden_maps shows a target among {self.wiring.targets} and an optimizer among "
                f"{optimizers}; not {shown.target!r} and {shown.optimizer!r}"
            )
        return self


def collect(plan: Collector, settings: WiringTheme) -> None:
    """Add the jobs of this theme."""
    controls, files = settings.wiring, Files()
    made: dict[tuple[str, str], tuple[str, str]] = {}  # networks and their scores
    for target in controls.targets:
        other = controls.others[target]
        genomes = [plan.genome(name, "wiring.targets") for name in (target, other)]
        layers = controls.shapes[target]
        shape = _joint(layers, controls.shapes[other])
        for recipe in controls.prune.recipes:
            cell = Cell(NAME, f"{target}-{recipe.optimizer}", target, layers.depth, shape["units"])
            networks = plan.prune(
                NAME,
                cell.name,
                "compsparse.studies.regime.wiring.prune_wirings",
                {
                    **shape,
                    "controls": list(controls.prune.controls),
                    "runs": controls.prune.runs,
                    "recipe": recipe.model_dump(),
                    "retry": plan.networks.retry.model_dump(),
                    # optimizers start from the same weights and draw the same pixels
                    "seed_names": [plan.study, NAME, target],
                    **worlds.step_params(plan.world, "rewired"),
                },
                {"target": plan.targets[target]},
                sources=dict(zip(("genome", "other"), genomes, strict=True)),
            )
            scores = plan.scores(cell, networks, controls.generate.sweeps)
            made[target, recipe.optimizer] = networks, scores
            files.add("networks", networks, target=target, optimizer=recipe.optimizer)
            files.add("scores", scores)
        plan.add_references(
            files, Cell(NAME, target, target, layers.depth, layers.units), target=target
        )
    plan.evaluate(
        "compsparse.studies.regime.wiring.evaluate_wiring",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.wiring.render_wiring",
    )
    shown = settings.hidden_maps.evaluate
    networks, scores = made[shown.target, shown.optimizer]
    shape = _joint(controls.shapes[shown.target], controls.shapes[controls.others[shown.target]])
    plan.evaluate(
        "compsparse.studies.regime.wiring.evaluate_hidden_maps",
        {"networks": networks, "scores": scores},
        {**shape, "units_shown": shown.units},
        render="compsparse.studies.regime.wiring.render_hidden_maps",
        render_params={"target": shown.target, "optimizer": shown.optimizer},
    )


def _joint(first: LayeredSettings, second: LayeredSettings) -> dict[str, Any]:
    """Return the smallest shape with the units of both."""
    units = Counter(first.units) | Counter(second.units)  # the larger number of each activation
    return {"depth": first.depth, "units": dict(units)}
