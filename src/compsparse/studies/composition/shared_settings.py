"""What the sections of several experiments have in common: tasks, and trainings."""

from typing import Annotated, Generic, TypeVar

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

Draws = TypeVar("Draws", bound=StrictModel)
Trained = TypeVar("Trained", bound=StrictModel)
Judged = TypeVar("Judged", bound=StrictModel)
Named = TypeVar("Named", bound="NamedTask")


class Generated(StrictModel, Generic[Draws]):
    """An experiment without training."""

    generate: Draws


class Experiment(Generated[Draws], Generic[Draws, Trained, Judged]):
    """An experiment with trainings."""

    train: Trained
    evaluate: Judged


def _power_of_two(folds: int) -> int:
    layers_needed(folds)
    return folds


Folds = Annotated[
    int,
    Field(ge=1, description="k, a power of two: permutations that are composed"),
    AfterValidator(_power_of_two),
]
Symbols = Annotated[int, Field(ge=2, description="N, what is permuted")]
Rates = Annotated[
    list[PositiveNumber],
    Field(min_length=1, description="learning rates; validation chooses one"),
    Increasing,
]
Looks = Annotated[int, Field(ge=2, description="steps at which accuracy is measured")]


class TaskSize(StrictModel):
    """How large a task is."""

    folds: Folds
    symbols: Symbols


class Hidden(TaskSize):
    """Hidden permutations."""

    runs: Positive = Field(description="independent replicates")


class Learned(StrictModel):
    """When a hop counts as learned."""

    learned: Share = Field(description="accuracy")


class Updates(StrictModel):
    """Updates of the attention-only model."""

    rates: Rates
    steps: Positive
    sequences: Positive = Field(description="batch size")
    initial_scale: PositiveNumber = Field(description="standard deviation of the initial weights")


class Training(Updates):
    """A training of the attention-only model, the same for every kind of data."""

    looks: Looks
    judged: Positive = Field(description="sequences of each look")


class MixtureAndHard(Training):
    """Trainings of the attention-only model on the mixture, and longer ones on hard data alone."""

    runs: Positive = Field(description="independent replicates: first weights and sequences")
    hard_only_times: Positive = Field(description="factor of the steps on hard data alone")

    def training(self, data: str) -> Training:
        """Return the training on ``mixture`` or ``hard_only``."""
        shared = self.model_dump(include=set(Training.model_fields))
        times = self.hard_only_times if data == "hard_only" else 1
        return Training(**{**shared, "steps": self.steps * times})


class TransformerTraining(StrictModel):
    """A training of the transformer, the same for every kind of data but for the steps."""

    layers: Positive
    width: Positive = Field(description="of a token's vector; the MLPs are twice as wide")
    heads: Positive = Field(description="of attention, which divide the width")
    rates: Rates
    steps: Positive = Field(description="on the mixture")
    patience: Positive = Field(
        description="steps after which a run ends in which no labelled hop has left chance"
    )
    left: Share = Field(description="validation accuracy above chance that has left it")
    done: Share = Field(description="validation accuracy of all labelled hops that ends a run")
    warm_up: Positive = Field(description="steps in which the learning rate rises")
    decay: Share = Field(description="fraction of the steps, the last ones, in which it falls")
    sequences: Positive = Field(description="batch size")
    looks: Looks
    judged: Positive = Field(description="sequences of each look")

    @model_validator(mode="after")
    def _heads_divide(self) -> "TransformerTraining":
        if self.width % self.heads:
            raise ValueError(
                f"heads: they divide the width; {self.heads} do not divide {self.width}"
            )
        return self


class NamedTask(StrictModel):
    """A task whose name is a part of the names of files."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]+$", description="letters, digits and _")]


def _names_differ(tasks: list[Named]) -> list[Named]:
    names = [task.name for task in tasks]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"each task needs a name of its own; more than one has {twice}")
    return tasks


NamesDiffer = AfterValidator(_names_differ)
