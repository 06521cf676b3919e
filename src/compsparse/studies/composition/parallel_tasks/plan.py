"""Settings and jobs on further tasks that take logarithmic depth (document 003)."""

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import (
    Folds,
    Learned,
    MixtureAndHard,
    TaskName,
    distinct_names,
)
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "parallel_tasks"


class Automaton(StrictModel):
    """A finite automaton, a row of its table for each symbol: the state that follows each state."""

    name: TaskName
    transitions: Annotated[list[list[int]], Field(min_length=2)]
    start: int = Field(description="state before the first symbol, from 0")
    length: Folds = Field(description="of the words it is trained on, a power of two")

    @model_validator(mode="after")
    def _is_a_table(self) -> "Automaton":
        states = len(self.transitions[0])
        if states < 2:
            raise ValueError("transitions: an automaton has at least two states, a column for each")
        if any(len(row) != states for row in self.transitions):
            lengths = [len(row) for row in self.transitions]
            raise ValueError(
                f"transitions: every row has an entry for each state; rows have {lengths} entries"
            )
        for symbol, row in enumerate(self.transitions):
            for state in row:
                if not 0 <= state < states:
                    raise ValueError(
                        f"transitions: states are 0 to {states - 1}; row {symbol} has {state}"
                    )
        if not 0 <= self.start < states:
            raise ValueError(f"start: states are 0 to {states - 1}, not {self.start}")
        return self


class Written(StrictModel):
    """Transformers that are written down, and run on random words."""

    lengths: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of words of automata; each automaton's own is added"
    )
    hops: Annotated[list[Folds], Field(min_length=2), Increasing] = Field(
        description="k of the induction heads, powers of two"
    )
    hop_length: Positive = Field(description="of words of the induction heads")
    alphabet: Annotated[int, Field(ge=2, description="symbols of the induction heads")]
    words: Positive = Field(description="of each task and length")
    sharpness: PositiveNumber = Field(description="by how much the wanted key's score is larger")


class AutomatonTraining(MixtureAndHard):
    """Trainings of the attention-only model on windows of each automaton."""

    runs: Positive = Field(description="independent replicates")


class ParallelTasksExperiment(StrictModel):
    """The only experiment."""

    automata: Annotated[list[Automaton], Field(min_length=1)]
    generate: Written
    train: AutomatonTraining
    evaluate: Learned

    @field_validator("automata")
    @classmethod
    def _names_differ(cls, automata: list[Automaton]) -> list[Automaton]:
        distinct_names([automaton.name for automaton in automata])
        return automata


class ParallelTasks(StrictModel):
    """The theme's experiments."""

    parallel_tasks: ParallelTasksExperiment


def collect(plan: Collector, settings: ParallelTasks) -> None:
    """Add the jobs of this theme: written down, and trained on both kinds of data."""
    chosen = settings.parallel_tasks
    written = chosen.generate
    shared = {"words": written.words, "sharpness": written.sharpness}
    outputs = []
    for automaton in chosen.automata:
        sizes = sorted({*written.lengths, automaton.length})
        table = {"transitions": automaton.transitions, "start": automaton.start}
        params = {**table, "sizes": sizes, **shared}
        cell = f"automaton-{automaton.name}"
        outputs.append(plan.generate(NAME, cell, "automaton_outputs", params))
    params = {"sizes": written.hops, "length": written.hop_length, "alphabet": written.alphabet}
    hops = plan.generate(NAME, "hops", "hop_outputs", {**params, **shared})
    names = [automaton.name for automaton in chosen.automata]
    plan.evaluate(
        NAME,
        {"automata": outputs, "hops": hops},
        {"names": names, "hop_length": written.hop_length},
    )

    trained = {
        data: [
            plan.automaton(
                NAME,
                automaton.name,
                {
                    "transitions": automaton.transitions,
                    "length": automaton.length,
                    "runs": chosen.train.runs,
                },
                data,
                chosen.train.training(data),
            )
            for automaton in chosen.automata
        ]
        for data in ("mixture", "hard_only")
    }
    plan.evaluate("automaton", trained, {"names": names, **chosen.evaluate.model_dump()})
