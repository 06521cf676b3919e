"""Settings and jobs on what the data decide (document 003, 'Easy-to-hard')."""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import (
    Experiment,
    Hidden,
    Learned,
    Training,
    TransformerTraining,
)
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import Distinct, Positive, StrictModel

NAME = "data_alone"


class KindsOfData(Training):
    """Trainings that differ in their data alone."""

    data: Annotated[
        list[Literal["mixture", "curriculum", "strict", "hard_only"]],
        Field(min_length=4, max_length=4),
        Distinct,
    ]


class WithAndWithoutEasy(TransformerTraining):
    """Trainings of the transformer on the mixture, and on hard data alone."""

    hard_only_times: Positive = Field(description="factor of the steps on hard data alone")


class EasyToHard(StrictModel):
    """The theme's experiments."""

    data_alone: Experiment[Hidden, KindsOfData, Learned]
    last_layer: Experiment[Hidden, WithAndWithoutEasy, Learned]


def collect(plan: Collector, settings: EasyToHard) -> None:
    """Add the jobs of this theme."""
    _data_alone(plan, settings.data_alone)
    _last_layer(plan, settings.last_layer)


def _data_alone(plan: Collector, chosen: Experiment[Hidden, KindsOfData, Learned]) -> None:
    hidden = plan.hidden(NAME, "hidden", chosen.generate)
    layers = layers_needed(chosen.generate.folds)
    training = Training(**chosen.train.model_dump(exclude={"data"}))
    # initial weights and sequences are the same for all kinds of data
    seeds = {"seed_names": [STUDY, NAME, "training"]}
    trained = [
        plan.attention_only(NAME, data, hidden, data, layers, training, **seeds)
        for data in chosen.train.data
    ]
    plan.evaluate(
        "compsparse.studies.composition.easy_to_hard.evaluate_data_alone",
        {"trained": trained},
        {"data": chosen.train.data, **chosen.evaluate.model_dump()},
        render="compsparse.studies.composition.easy_to_hard.render_data_alone",
    )
    plan.evaluate(
        "compsparse.studies.composition.easy_to_hard.evaluate_attention_maps",
        {"mixture": trained[chosen.train.data.index("mixture")]},
        render="compsparse.studies.composition.easy_to_hard.render_attention_maps",
    )


def _last_layer(plan: Collector, chosen: Experiment[Hidden, WithAndWithoutEasy, Learned]) -> None:
    name, training = "last_layer", chosen.train
    hidden = plan.hidden(name, "hidden", chosen.generate)
    trained = {
        data: plan.transformers(name, hidden, data, training, steps=training.steps * times)
        for data, times in {"mixture": 1, "hard_only": training.hard_only_times}.items()
    }
    plan.evaluate(
        "compsparse.studies.composition.easy_to_hard.evaluate_last_layer",
        trained,
        chosen.evaluate.model_dump(),
        render="compsparse.studies.composition.easy_to_hard.render_last_layer",
    )
