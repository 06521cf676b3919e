"""Settings and jobs on the order of layers (document 003, 'Learning with data mixture')."""

from typing import Annotated

from pydantic import Field, field_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import Hidden, Training
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import PositiveNumber, StrictModel

NAME = "frozen_layers"


class FrozenTraining(Training):
    """Trainings on the mixture in which one layer keeps its first weights."""

    random_scale: PositiveNumber = Field(
        description="standard deviation of a frozen layer's weights where its attention is random"
    )


class Aligned(StrictModel):
    """When a layer counts as aligned."""

    aligned: Annotated[float, Field(gt=0, lt=1)] = Field(description="share of query contents")


class FrozenLayersCells(StrictModel):
    """Every layer frozen in turn, and none."""

    generate: Hidden
    train: FrozenTraining
    evaluate: Aligned

    @field_validator("generate")
    @classmethod
    def _later_layers(cls, generate: Hidden) -> Hidden:
        if generate.folds < 2:
            raise ValueError(
                "folds: at k = 1 there is one layer, and none comes after a frozen one"
            )
        return generate


class LayersInOrder(StrictModel):
    """The theme's experiments."""

    frozen_layers: FrozenLayersCells


def collect(plan: Collector, settings: LayersInOrder) -> None:
    """Add the jobs of this theme."""
    chosen = settings.frozen_layers
    hidden = plan.hidden(NAME, "hidden", chosen.generate)
    layers = layers_needed(chosen.generate.folds)
    training = Training(**chosen.train.model_dump(exclude={"random_scale"}))
    # first weights and sequences are the same, whichever layer is frozen
    seeds = {"seed_names": [STUDY, NAME, "training"]}
    free = plan.trained(NAME, "none", hidden, "mixture", layers, training, **seeds)
    kinds = {"even": chosen.train.initial_scale, "random": chosen.train.random_scale}
    frozen = {
        kind: [
            plan.trained(
                NAME,
                f"{kind}-layer_{layer + 1}",
                hidden,
                "mixture",
                layers,
                training,
                frozen=[layer],
                frozen_scale=scale,
                **seeds,
            )
            for layer in range(layers)
        ]
        for kind, scale in kinds.items()
    }
    plan.evaluate(NAME, {"free": free, **frozen})
    plan.evaluate("layers_align", {"free": free}, chosen.evaluate.model_dump())
