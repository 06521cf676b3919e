"""Step ``generate``: sequences of tokens, and the output bits of tasks with equally many outputs.

All tasks of a run read the same sequences, and a task with fewer outputs has the first tables of
one with more, so that tasks differ in nothing else.
"""

from typing import Any

import numpy as np
from jaxtyping import Bool

from compsparse.studies.tickets.transformer.tables import AVAILABLE, BooleanTable, draw_table
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

TOKENS, BITS = 4, 8
ANSWERED = TOKENS - 1  # the first token has no previous one
SETS = ("learned", "validation", "test")
ARRAYS: dict[str, Any] = {
    name: axes
    for of in SETS
    for name, axes in {
        f"{of}_tokens": Bool[np.ndarray, f"run {of} {TOKENS} {BITS}"],
        f"{of}_labels": Bool[np.ndarray, f"run task {of} {ANSWERED} output"],
    }.items()
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return tokens [run, sequence, token, bit] and labels [run, task, sequence, answer, output].

    Of three sets: to learn from, to choose by, and to judge.

    Params: learned, validation and test, numbers of sequences; runs; tasks, each with kind and
    arity of its tables; outputs, a table for each. World ``dense_teacher``: every table is one of
    all available bits, the same in all tasks; ``one_constituent``: all outputs are the first one;
    ``shuffled_labels``: labels are those of another
    sequence of the set.
    """
    found: dict[str, list[np.ndarray]] = {name: [] for name in ARRAYS}
    for run in range(params["runs"]):
        random = _named(params, "sequences", run)
        tables = [_tables(params, task, run) for task in params["tasks"]]
        for of in SETS:
            tokens = random.random((params[of], TOKENS, BITS)) < 0.5
            found[f"{of}_tokens"].append(tokens)
            labels = np.stack([_labels(tokens, of_task) for of_task in tables])
            if params.get("world") == "shuffled_labels":
                labels = labels[:, _named(params, "shuffled", of, run).permutation(params[of])]
            found[f"{of}_labels"].append(labels)
    return {"data": {name: np.stack(of) for name, of in found.items()}}


def two_tokens(
    tokens: Bool[np.ndarray, "sequence token bit"],
) -> Bool[np.ndarray, "sequence answer available"]:
    """Return the bits of the previous token and of the current one, from the second token on."""
    return np.concatenate([tokens[:, :-1], tokens[:, 1:]], axis=-1)


def _tables(params: Params, task: dict[str, Any], run: int) -> list[BooleanTable]:
    kind, arity = task["kind"], task["arity"]
    if params.get("world") == "dense_teacher":
        kind, arity = "dense", AVAILABLE
    random = _named(params, "tables", kind, arity, run)
    if params.get("world") == "one_constituent":
        return [draw_table(kind, arity, random)] * params["outputs"]
    return [draw_table(kind, arity, random) for _ in range(params["outputs"])]


def _labels(
    tokens: Bool[np.ndarray, "sequence token bit"], tables: list[BooleanTable]
) -> Bool[np.ndarray, "sequence answer output"]:
    read = two_tokens(tokens)
    return np.stack([table(read) for table in tables], axis=-1)


def _named(params: Params, *names: str | int) -> np.random.Generator:
    return generator(params["root_seed"], *params["seed_names"], *names)
