"""What the sections of several experiments have in common: tasks, and trainings."""

from typing import Annotated

from pydantic import AfterValidator, Field

from compsparse.configuration.values import Increasing, Positive, PositiveNumber, StrictModel
from compsparse.studies.composition.task.hops import layers_needed


def _power_of_two(folds: int) -> int:
    layers_needed(folds)
    return folds


Folds = Annotated[
    int,
    Field(ge=1, description="k, a power of two: permutations that are composed"),
    AfterValidator(_power_of_two),
]
Symbols = Annotated[int, Field(ge=2, description="N, what is permuted")]


class TaskSize(StrictModel):
    """How large a task is."""

    folds: Folds
    symbols: Symbols


class Hidden(TaskSize):
    """Hidden permutations."""

    runs: Positive = Field(description="independent replicates")


class Training(StrictModel):
    """A training of the attention-only model, the same for every kind of data."""

    rates: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="learning rates; validation chooses one"
    )
    steps: Positive
    sequences: Positive = Field(description="fresh ones, in each step")
    initial_scale: PositiveNumber = Field(description="standard deviation of the first weights")
    looks: Annotated[int, Field(ge=2, description="steps at which accuracy is measured")]
    judged: Positive = Field(description="sequences of each look")
