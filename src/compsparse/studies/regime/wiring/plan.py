"""Settings and jobs on the wiring: the same counts, other connections (document 001, Figure 2)."""

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Judging, LayeredSettings, Recipe, Seeds
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "wiring"
Control = Literal["rewired", "foreign", "permuted", "random"]


class WiredTraining(StrictModel):
    """How networks of every wiring are trained from random weights."""

    controls: Annotated[list[Control], Field(min_length=1), Distinct] = Field(
        description="beside the own wiring and dense networks"
    )
    runs: Seeds = Field(description="of each kind of wiring")
    recipes: Annotated[list[Recipe], Field(min_length=1)] = Field(
        description="one for each optimizer; equal for all wirings"
    )

    @model_validator(mode="after")
    def _one_each(self) -> "WiredTraining":
        optimizers = [recipe.optimizer for recipe in self.recipes]
        if len(set(optimizers)) < len(optimizers):
            raise ValueError(f"one recipe for each optimizer, not {optimizers}")
        return self


class WiringControls(StrictModel):
    """Built targets whose wiring is retrained beside controls."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
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
            own, other = (self.shapes[n].depth for n in (target, self.others[target]))
            if own != other:
                raise ValueError(
                    f"a genome as deep as {target!r}, {own} layers; {self.others[target]!r} has "
                    f"{other}"
                )
        return self


class ShownMaps(StrictModel):
    """Whose maps are shown."""

    target: str
    optimizer: str
    units: Positive = Field(description="shown of each layer, at most")


class HiddenMaps(StrictModel):
    """Maps of hidden units."""

    evaluate: ShownMaps


class WiringTheme(StrictModel):
    """The experiments on the wiring."""

    wiring: WiringControls
    hidden_maps: HiddenMaps

    @model_validator(mode="after")
    def _shown_are_trained(self) -> "WiringTheme":
        shown, optimizers = (
            self.hidden_maps.evaluate,
            [recipe.optimizer for recipe in self.wiring.prune.recipes],
        )
        if shown.target not in self.wiring.targets or shown.optimizer not in optimizers:
            raise ValueError(
                f"hidden_maps shows a target among {self.wiring.targets} and an optimizer among "
                f"{optimizers}; not {shown.target!r} and {shown.optimizer!r}"
            )
        return self


def collect(plan: Collector, settings: WiringTheme) -> None:
    """Add the jobs of this theme."""
    controls = settings.wiring
    networks: dict[tuple[str, str], str] = {}
    scores: dict[tuple[str, str], str] = {}
    references: list[tuple[dict[str, str], str]] = []
    for target in controls.targets:
        other = controls.others[target]
        for name in (target, other):
            if name not in plan.genomes:
                raise ValueError(
                    f"wiring uses the genome {name!r}; targets that have one: "
                    f"{', '.join(plan.genomes)}."
                )
        own = controls.shapes[target]
        shape = _joint(own, controls.shapes[other])
        for recipe in controls.prune.recipes:
            cell = f"{target}-{recipe.optimizer}"
            networks[target, recipe.optimizer] = plan.prune(
                NAME,
                cell,
                "wirings",
                {
                    **shape,
                    "controls": list(controls.prune.controls),
                    "runs": controls.prune.runs,
                    "recipe": recipe.model_dump(),
                    "retry": plan.networks.retry.model_dump(),
                    # optimizers begin at the same weights and see the same pixels
                    "seed_names": [plan.study, NAME, target],
                    **worlds.of_wirings(plan.world),
                },
                {"target": plan.targets[target]},
                sources={"genome": plan.genomes[target], "other": plan.genomes[other]},
            )
            made = networks[target, recipe.optimizer]
            scores[target, recipe.optimizer] = plan.scores(
                NAME, cell, target, shape, made, sweeps=controls.generate.sweeps
            )
        found = plan.references(NAME, target, target, own.depth, own.units)
        references += [
            ({"target": target, "kind": kind.partition("_")[0]}, path)
            for kind, path in found.items()
        ]
    labels = [{"target": target, "optimizer": optimizer} for target, optimizer in scores]
    plan.evaluate(
        "wiring",
        {
            "networks": list(networks.values()),
            "scores": list(scores.values()),
            "references": [path for _, path in references],
        },
        {"networks": labels, "references": [label for label, _ in references]},
    )
    shown = settings.hidden_maps.evaluate
    place = shown.target, shown.optimizer
    shape = _joint(controls.shapes[shown.target], controls.shapes[controls.others[shown.target]])
    plan.evaluate(
        "hidden_maps",
        {"networks": networks[place], "scores": scores[place]},
        {**shape, "units_shown": shown.units},
        render_params={"target": shown.target, "optimizer": shown.optimizer},
    )


def _joint(own: LayeredSettings, other: LayeredSettings) -> dict[str, object]:
    """Return the smallest shape with the units of both."""
    units = Counter(own.units) | Counter(other.units)  # the larger of both numbers
    return {"depth": own.depth, "units": dict(units)}
