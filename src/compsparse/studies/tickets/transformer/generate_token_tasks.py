"""Step ``generate``: sequences of tokens, and the output bits of tasks with equally many outputs.

All tasks of a run read the same sequences, and a task with fewer outputs has the first tables of
one with more, so that tasks differ in nothing else.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxtyping import Bool

from compsparse.studies.tickets.transformer.tables import (
    AVAILABLE,
    BooleanTable,
    Task,
    draw_table,
)
from compsparse.studies.tickets.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

TOKENS, BITS = 4, 8
ANSWERED = TOKENS - 1  # the first token has no previous one
SETS = ("learned", "validation", "test")
ARRAYS: dict[str, Any] = {
    name: axes
    for part in SETS
    for name, axes in {
        f"{part}_tokens": Bool[np.ndarray, f"run {part} {TOKENS} {BITS}"],
        f"{part}_labels": Bool[np.ndarray, f"run task {part} {ANSWERED} output"],
    }.items()
}


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    learned: int,
    validation: int,
    test: int,
    runs: int,
    tasks: Sequence[Task],
    outputs: int,
    world: World = "none",
) -> Outputs:
    """Return tokens [run, sequence, token, bit] and labels [run, task, sequence, answer, output].

    Args:
        learned: number of training sequences.
        outputs: number of tables of a task.
        world: ``dense_teacher``: every table reads all available bits, the same in all tasks;
            ``one_constituent``: all outputs are the first one; ``one_kind``: tables are random
            ones; ``shuffled_labels``: labels are those of another sequence of the set.
    """
    sizes = dict(zip(SETS, (learned, validation, test), strict=True))

    def tables(task: Task, run: int) -> list[BooleanTable]:
        if world == "dense_teacher":
            task = Task(AVAILABLE, "dense")
        if world == "one_kind":
            task = Task(task.arity, "random")
        random = generator(root_seed, *seed_names, "tables", task.kind, task.arity, run)
        if world == "one_constituent":
            return [draw_table(task, random)] * outputs
        return [draw_table(task, random) for _ in range(outputs)]

    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(runs):
        random = generator(root_seed, *seed_names, "sequences", run)
        by_task = [tables(task, run) for task in tasks]
        for part, number in sizes.items():
            tokens = random.random((number, TOKENS, BITS)) < 0.5
            found[f"{part}_tokens"].append(tokens)
            read = two_tokens(tokens)
            labels = np.stack(
                [np.stack([table(read) for table in drawn], axis=-1) for drawn in by_task]
            )
            if world == "shuffled_labels":
                shuffle = generator(root_seed, *seed_names, "shuffled", part, run)
                labels = labels[:, shuffle.permutation(number)]
            found[f"{part}_labels"].append(labels)
    return {"data": {name: np.stack(by_run) for name, by_run in found.items()}}


def two_tokens(
    tokens: Bool[np.ndarray, "sequence token bit"],
) -> Bool[np.ndarray, "sequence answer available"]:
    """Return the bits of the previous token and of the current one, from the second token on."""
    return np.concatenate([tokens[:, :-1], tokens[:, 1:]], axis=-1)
