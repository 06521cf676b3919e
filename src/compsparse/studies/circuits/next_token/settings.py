"""Settings of learning circuits as next tokens (Theorem 4)."""

from itertools import pairwise
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.circuits.next_token.examples import MOST_BITS
from compsparse.studies.circuits.next_token.tasks import TASKS
from compsparse.studies.circuits.settings import Generated, MachineName
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

Bits = Annotated[int, Field(ge=2)]
TaskSizes = Annotated[list[Bits], Increasing]
Sizes = Annotated[list[Bits], Field(min_length=2)]


class Tasks(StrictModel):
    """Sizes of each task, in bits of a number; an empty list leaves the task out."""

    parity: TaskSizes
    addition: TaskSizes
    multiplication: TaskSizes
    multiplication_by_3_bits: TaskSizes

    def cells(self) -> list[tuple[str, int]]:
        """Return every task with every size."""
        return [(task, bits) for task in TASKS for bits in getattr(self, task)]

    @model_validator(mode="after")
    def _are_some(self) -> "Tasks":
        if not self.cells():
            raise ValueError("at least one size of one task")
        return self


class Training(StrictModel):
    """How predictors are trained: Adam on all examples at once, a learning rate that falls to 0."""

    steps: Positive
    decay: Annotated[float, Field(ge=0, description="factor of |w|^2 / 2 in the loss")]


class Grid(StrictModel):
    """Numbers N of examples, evenly spaced in log N."""

    first: Annotated[int, Field(ge=2)]
    doublings: Positive = Field(description="how often the first N is doubled to give the last")
    per_doubling: Positive = Field(description="numbers per doubling")

    def numbers(self) -> list[int]:
        """Return all numbers, rounded."""
        steps = self.doublings * self.per_doubling
        return [round(self.first * 2 ** (i / self.per_doubling)) for i in range(steps + 1)]

    @model_validator(mode="after")
    def _increase(self) -> "Grid":
        for low, high in pairwise(self.numbers()):
            if not low < high:
                raise ValueError(f"numbers that differ after rounding; {low} comes twice")
        return self


class CurveTraining(Training):
    """A predictor for each number of examples."""

    rate: PositiveNumber = Field(description="learning rate of Adam at the start")
    grid: Grid


class SearchTraining(CurveTraining):
    """A predictor for more and more examples, until the task is learned."""

    target: Share = Field(description="share of held-out inputs whose outputs must all be right")


class Machines(StrictModel):
    """Turing machines whose circuits are learned."""

    names: list[MachineName]
    lengths: list[Positive] = Field(description="of their inputs, in bits")

    def cells(self) -> list[tuple[str, int]]:
        """Return every machine with every length."""
        return [(name, length) for name in self.names for length in self.lengths]


class TaskAndMachineDraws(StrictModel):
    """Examples of tasks and of Turing machines, and inputs to test with."""

    tasks: Tasks
    machines: Machines
    runs: Positive = Field(description="independent replicates")
    held_out: Positive = Field(description="test inputs of each run")


class SamplesToLearn(StrictModel):
    """Examples until tasks of several sizes are learned."""

    generate: TaskAndMachineDraws
    train: SearchTraining
    counted_bits: Annotated[Sizes, Increasing] = Field(
        description="of multiplications whose predictors' weights are counted"
    )

    @model_validator(mode="after")
    def _has_products(self) -> "SamplesToLearn":
        if not self.generate.tasks.multiplication:
            raise ValueError(
                "at least one size of multiplication, whose predictors are compared with products "
                "of real numbers"
            )
        return self


class Groups(StrictModel):
    """How failures are counted."""

    groups: Annotated[int, Field(ge=2, description="groups of runs, the unit of intervals")]
    odds: Annotated[list[Annotated[int, Field(ge=5)]], Field(min_length=1)] = Field(
        description="1/delta of the small probabilities of failure"
    )


class SmallTasks(StrictModel):
    """One size of two tasks, small enough to test all inputs."""

    parity: Annotated[int, Field(ge=2, le=MOST_BITS)]
    addition: Annotated[int, Field(ge=2, le=MOST_BITS // 2)]

    def cells(self) -> list[tuple[str, int]]:
        """Return both tasks with their sizes."""
        return [("parity", self.parity), ("addition", self.addition)]


class SmallTaskDraws(StrictModel):
    """Examples of small tasks."""

    tasks: SmallTasks
    runs: Positive = Field(description="independent replicates")


class FailureProbability(StrictModel):
    """How often small tasks are not learned, tested with all their inputs."""

    generate: SmallTaskDraws
    train: CurveTraining
    evaluate: Groups

    @model_validator(mode="after")
    def _fits(self) -> "FailureProbability":
        if self.generate.runs % self.evaluate.groups:
            raise ValueError(
                f"runs in {self.evaluate.groups} groups of equal size; {self.generate.runs} are not"
            )
        return self


Rates = Annotated[list[PositiveNumber], Field(min_length=1), Increasing]


class Networks(StrictModel):
    """Networks that learn outputs from inputs: the candidates, and the budget to choose with."""

    widths: Annotated[list[Positive], Field(min_length=1), Increasing] = Field(
        description="hidden units"
    )
    rates: Rates
    batch: Positive = Field(description="examples per update")
    chosen_at: Positive = Field(
        description="budget with which width and rate are chosen, as a multiple of the predictor's"
    )


class EndToEndTask(StrictModel):
    """One task, and the budgets with which it is learned."""

    task: Annotated[str, Field(pattern="^(" + "|".join(TASKS) + ")$")]
    bits: Bits
    samples: Positive = Field(description="N, examples of the next-token predictor")
    times: Annotated[list[Positive], Field(min_length=1), Increasing] = Field(
        description="budgets, examples times steps, of the controls, over that of the predictor"
    )


class EndToEndTraining(Training):
    """The predictor's budget, and the candidates of its controls."""

    selection: Positive = Field(
        description="validation inputs, by which rates and widths are chosen"
    )
    rates: Rates = Field(description="of linear layers")
    network: Networks


class EndToEndDraws(StrictModel):
    """Tasks, and the numbers of draws."""

    tasks: Annotated[list[EndToEndTask], Field(min_length=1)]
    runs: Positive = Field(description="independent replicates")
    held_out: Positive = Field(description="test inputs of each run")


class EndToEnd(StrictModel):
    """Learning with and without the tokens between inputs and outputs."""

    generate: EndToEndDraws
    train: EndToEndTraining


class Coverage(StrictModel):
    """Draws of inputs until functions of few bits are known."""

    reads: Annotated[list[Positive], Field(min_length=1)] = Field(
        description="k, bits that a function reads"
    )
    bits: Sizes = Field(description="n, bits of an input")
    tables: Annotated[list[Positive], Field(min_length=2)] = Field(
        description="n of functions that read all bits"
    )
    parities: Sizes = Field(description="n of parities whose gates are to be learned")
    samples: Positive = Field(description="inputs of each parity in each run")
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _fits(self) -> "Coverage":
        if max(self.reads) >= min(self.bits):
            raise ValueError(
                f"functions of fewer bits than an input has; {max(self.reads)} of {min(self.bits)}"
            )
        return self


class NextToken(StrictModel):
    """The experiments of this theme."""

    samples_to_learn: SamplesToLearn
    end_to_end: EndToEnd
    failure_probability: FailureProbability
    constituents: Generated[Coverage] = Field(description="functions of few bits")
