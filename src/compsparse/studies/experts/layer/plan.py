"""Settings and jobs on one layer of many experts (document 000, section 29.7; 'Summary')."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.layer.target import KINDS
from compsparse.studies.experts.learning.routed_layer import RoutedLayer
from compsparse.studies.experts.shared_settings import LayerTraining
from compsparse.studies.experts.worlds import touched
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "fine_grained"


class LayerTargets(StrictModel):
    """Targets of one layer, and replicates."""

    skills: Annotated[int, Field(ge=2)]
    active: Positive = Field(description="skills that an input asks for, where there are several")
    dimension: Positive
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own target, batches and first weights"
    )

    @model_validator(mode="after")
    def _are_there(self) -> "LayerTargets":
        if self.active > self.skills:
            raise ValueError(f"active: at most all {self.skills} skills, not {self.active}")
        return self


class FineGrained(StrictModel):
    """One layer, wide or of experts."""

    generate: LayerTargets
    train: LayerTraining


class LayerTheme(StrictModel):
    """The theme's experiments."""

    fine_grained: FineGrained


def arms_of(training: LayerTraining) -> dict[str, RoutedLayer]:
    """Return the layers that are compared; of a shared expert's there is one fewer to choose."""
    kept, width = training.kept, training.width
    coarse = training.experts // kept
    arms = {
        "dense_active": RoutedLayer(0, 0, 1, kept * width),
        "dense_total": RoutedLayer(0, 0, 1, training.experts * width),
    }
    for ending, balanced in (("", False), ("_balanced", True)):
        arms[f"coarse{ending}"] = RoutedLayer(coarse, 1, 0, kept * width, balanced)
        arms[f"fine{ending}"] = RoutedLayer(training.experts, kept, 0, width, balanced)
        arms[f"shared{ending}"] = RoutedLayer(training.experts - 1, kept - 1, 1, width, balanced)
    return arms


def collect(plan: Collector, settings: LayerTheme) -> None:
    """Add the jobs of this theme."""
    targets, training = settings.fine_grained.generate, settings.fine_grained.train
    arms = arms_of(training)
    same = {"experts", "kept", "width"}
    params: dict[str, Any] = {
        **targets.model_dump(),
        **training.model_dump(exclude=same),
        "arms": {name: vars(layer) for name, layer in arms.items()},
        **touched(plan.world),
    }
    paths = [
        plan.train(
            NAME,
            kind,
            "compsparse.studies.experts.layer.train_layers",
            {"kind": kind, **params},
        )
        for kind in KINDS
    ]
    inputs = targets.dimension + targets.skills
    products = {name: a.multiplications(inputs, targets.dimension) for name, a in arms.items()}
    for result in (NAME, "balance"):
        plan.evaluate(
            f"compsparse.studies.experts.layer.evaluate_{result}",
            {"models": paths},
            {"kinds": list(KINDS), "arms": list(arms)},
            render=f"compsparse.studies.experts.layer.render_{result}",
            render_params={"multiplications": products} if result == NAME else None,
        )
