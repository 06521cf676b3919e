"""Settings and jobs on the order of layers (document 003, 'Learning with data mixture')."""

from pydantic import Field, field_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import Experiment, Hidden, Training
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import PositiveNumber, Share, StrictModel

NAME = "frozen_layers"


class FrozenTraining(Training):
    """Trainings on the mixture in which one layer keeps its first weights."""

    random_scale: PositiveNumber = Field(
        description="standard deviation of a frozen layer's weights where its attention is random"
    )


class Aligned(StrictModel):
    """When a layer counts as aligned."""

    aligned: Share = Field(description="fraction of query contents")


class FrozenLayersCells(Experiment[Hidden, FrozenTraining, Aligned]):
    """Every layer frozen in turn, and none."""

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
    # initial weights and sequences are the same, whichever layer is frozen
    seeds = {"seed_names": [STUDY, NAME, "training"]}
    free = plan.attention_only(NAME, "none", hidden, "mixture", layers, training, **seeds)
    frozen = [
        plan.attention_only(
            NAME,
            f"layer_{layer + 1}",
            hidden,
            "mixture",
            layers,
            training,
            frozen=[layer],
            frozen_scale=chosen.train.random_scale,
            **seeds,
        )
        for layer in range(layers)
    ]
    plan.evaluate(
        "compsparse.studies.composition.layers_in_order.evaluate_frozen_layers",
        {"free": free, "frozen": frozen},
        render="compsparse.studies.composition.layers_in_order.render_frozen_layers",
    )
    plan.evaluate(
        "compsparse.studies.composition.layers_in_order.evaluate_layers_align",
        {"free": free},
        chosen.evaluate.model_dump(),
        render="compsparse.studies.composition.layers_in_order.render_layers_align",
    )
