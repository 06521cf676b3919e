"""Settings and jobs on further tasks that take logarithmic depth (document 003)."""

from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.parallel_tasks.automata import permutes
from compsparse.studies.composition.shared_settings import (
    Folds,
    Learned,
    MixtureAndHard,
    NamedTask,
    NamesDiffer,
)
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "parallel_tasks"


class Automaton(NamedTask):
    """A finite automaton: the next state of each state, a row for each symbol."""

    transitions: Annotated[list[list[int]], Field(min_length=2)]
    start: int = Field(description="state before the first symbol, from 0")
    length: Folds = Field(description="of the words it is trained on, a power of two")

    @model_validator(mode="after")
    def _is_a_table(self) -> "Automaton":
        states = len(self.transitions[0])
        if states < 2:
            raise ValueError("transitions: an automaton has at least two states, a column for each")
        lengths = [len(row) for row in self.transitions]
        if set(lengths) != {states}:
            raise ValueError(
                f"transitions: every row has an entry for each state; rows have {lengths} entries"
            )
        for symbol, row in enumerate(self.transitions):
            unknown = [state for state in row if not 0 <= state < states]
            if unknown:
                raise ValueError(
                    f"transitions: states are 0 to {states - 1}; row {symbol} has {unknown[0]}"
                )
        if not 0 <= self.start < states:
            raise ValueError(f"start: states are 0 to {states - 1}, not {self.start}")
        return self


class Written(StrictModel):
    """Written-down transformers, run on random words."""

    lengths: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="of words of automata; each automaton's own is added"
    )
    hops: Annotated[list[Folds], Field(min_length=2), Increasing] = Field(
        description="k of the induction heads, powers of two"
    )
    hop_length: Positive = Field(description="of words of the induction heads")
    alphabet: Annotated[int, Field(ge=2, description="symbols of the induction heads")]
    words: Positive = Field(description="of each task and length")
    sharpness: PositiveNumber = Field(description="lead of the wanted key's logit")


class ParallelTasksExperiment(StrictModel):
    """The only experiment."""

    automata: Annotated[list[Automaton], Field(min_length=1), NamesDiffer]
    generate: Written
    train: MixtureAndHard
    evaluate: Learned


class ParallelTasks(StrictModel):
    """The theme's experiments."""

    parallel_tasks: ParallelTasksExperiment


def collect(plan: Collector, settings: ParallelTasks) -> None:
    """Add the jobs of this theme: constructed, and trained on both kinds of data."""
    chosen = settings.parallel_tasks
    written, names = chosen.generate, [automaton.name for automaton in chosen.automata]
    shared = {"words": written.words, "sharpness": written.sharpness}
    automata = [
        plan.generate(
            NAME,
            f"automaton-{automaton.name}",
            "compsparse.studies.composition.parallel_tasks.generate_automaton_outputs",
            {
                **automaton.model_dump(include={"transitions", "start"}),
                "sizes": sorted({*written.lengths, automaton.length}),
                **shared,
            },
        )
        for automaton in chosen.automata
    ]
    hops = plan.generate(
        NAME,
        "hops",
        "compsparse.studies.composition.parallel_tasks.generate_hop_outputs",
        {
            "sizes": written.hops,
            "length": written.hop_length,
            "alphabet": written.alphabet,
            **shared,
        },
    )
    plan.evaluate(
        "compsparse.studies.composition.parallel_tasks.evaluate_parallel_tasks",
        {"automata": automata, "hops": hops},
        {"names": names, "hop_length": written.hop_length},
        render="compsparse.studies.composition.parallel_tasks.render_parallel_tasks",
    )

    # where all symbols permute the states, whole words alone give no gradient at even attention
    merging = [
        automaton for automaton in chosen.automata if not permutes(np.array(automaton.transitions))
    ]
    trained = {
        data: [
            plan.train_in_world(
                NAME,
                f"{automaton.name}-{data}",
                "compsparse.studies.composition.parallel_tasks.train_automaton",
                {
                    # initial weights and words are the same for both kinds of data
                    "seed_names": [STUDY, NAME, automaton.name],
                    **automaton.model_dump(include={"transitions", "length"}),
                    "runs": chosen.train.runs,
                    "data": data,
                    **chosen.train.training(data).model_dump(),
                },
                # its table is the same at all indices already
                unless=["one_permutation"],
            )
            for automaton in kept
        ]
        for data, kept in {"mixture": chosen.automata, "hard_only": merging}.items()
    }
    plan.evaluate(
        "compsparse.studies.composition.parallel_tasks.evaluate_automaton",
        {data: paths for data, paths in trained.items() if paths},
        {
            "names": names,
            "merging": [automaton.name for automaton in merging],
            **chosen.evaluate.model_dump(),
        },
        render="compsparse.studies.composition.parallel_tasks.render_automaton",
    )
