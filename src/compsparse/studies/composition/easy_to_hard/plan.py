"""Settings and jobs on what the data decide (document 003, 'Easy-to-hard')."""

from typing import Annotated, Literal

from pydantic import Field

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import (
    Hidden,
    Learned,
    Training,
    TransformerTraining,
)
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import Distinct, StrictModel

NAME = "data_alone"


class KindsOfData(Training):
    """Trainings that differ in their data alone."""

    data: Annotated[
        list[Literal["mixture", "curriculum", "strict", "hard_only"]],
        Field(min_length=4, max_length=4),
        Distinct,
    ]


class DataAlone(StrictModel):
    """One task, one network, several kinds of data."""

    generate: Hidden
    train: KindsOfData
    evaluate: Learned


class LastLayer(StrictModel):
    """A plain transformer, with easy examples and without."""

    generate: Hidden
    train: TransformerTraining
    evaluate: Learned


class EasyToHard(StrictModel):
    """The theme's experiments."""

    data_alone: DataAlone
    last_layer: LastLayer


def collect(plan: Collector, settings: EasyToHard) -> None:
    """Add the jobs of this theme."""
    _data_alone(plan, settings.data_alone)
    _last_layer(plan, settings.last_layer)


def _data_alone(plan: Collector, chosen: DataAlone) -> None:
    hidden = plan.hidden(NAME, "hidden", chosen.generate)
    layers = layers_needed(chosen.generate.folds)
    training = Training(**chosen.train.model_dump(exclude={"data"}))
    # first weights and sequences are the same for all kinds of data
    seeds = {"seed_names": [STUDY, NAME, "training"]}
    trained = [
        plan.trained(NAME, data, hidden, data, layers, training, **seeds)
        for data in chosen.train.data
    ]
    plan.evaluate(
        NAME,
        {"trained": trained},
        {"data": chosen.train.data, **chosen.evaluate.model_dump()},
    )


def _last_layer(plan: Collector, chosen: LastLayer) -> None:
    name, training = "last_layer", chosen.train
    hidden = plan.hidden(name, "hidden", chosen.generate)
    steps = {"mixture": training.steps, "hard_only": training.steps * training.hard_only_times}
    trained = {
        data: [plan.transformer(name, hidden, data, of, rate, training) for rate in training.rates]
        for data, of in steps.items()
    }
    plan.evaluate(name, trained, chosen.evaluate.model_dump())
