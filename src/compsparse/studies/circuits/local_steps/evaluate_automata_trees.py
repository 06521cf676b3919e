"""Decision trees as next-state predictors of automata (listed in document 000, NeurIPS 2024).

A tree of one step is applied to its own predictions along longer strings; another reads whole ones.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.local_steps.automata import automaton
from compsparse.studies.circuits.slopes import column_slope


@stats.evaluates
def run(inputs: stats.Inputs, *, kinds: Sequence[str]) -> stats.Evaluation:
    """Return accuracies by number of strings. Inputs: ``tasks``, one per kind; ``model`` of all."""
    tasks = [stats.read_dataclass(path, automaton.Tasks) for path in stats.many(inputs, "tasks")]
    models = automaton.read_grown(stats.single(inputs, "model"), len(tasks))
    table = pd.concat(
        [_rows(*case) for case in zip(kinds, tasks, models, strict=True)], ignore_index=True
    )
    last = table[table["strings"] == table["strings"].max()]
    by_kind = {kind: rows.groupby("run") for kind, rows in last.groupby("kind")}
    per_run = {
        **{f"step_accuracy_{kind}": rows["accuracy"].min() for kind, rows in by_kind.items()},
        "end_accuracy_maps": by_kind["maps"]["end_accuracy"].mean(),
        "end_beyond_chance_permutations": by_kind["permutations"]["end_accuracy"].mean()
        - by_kind["permutations"]["chance"].mean(),
        "strings_slope": _slopes(table, tasks[0].training.shape[-1]),
    }
    statistics = {name: stats.MeanOf(values.to_numpy()) for name, values in per_run.items()}
    leaves = float((table["leaves"] / table["pairs"]).max())
    return stats.Evaluation(table, {**statistics, "leaves_over_pairs": stats.exact(leaves)})


def _rows(kind: str, tasks: automaton.Tasks, grown: automaton.Grown) -> pd.DataFrame:
    runs, states, symbols = tasks.follows.shape
    if grown.follows.shape[0] != runs or grown.follows.shape[2:] != (states, symbols):
        raise ValueError(
            f"The trees are of the shape {grown.follows.shape}, the automata of "
            f"{tasks.follows.shape}; grow the trees on these automata."
        )
    sizes, length = len(grown.sizes), tasks.training.shape[-1]
    # all trees of a run are tested on the same strings
    strings = tasks.test[:, None]
    truth = automaton.paths(tasks.follows[:, None, None], strings)[..., -1]
    generated = automaton.paths(grown.follows[:, :, None], strings)[..., -1]
    run, size = (index.ravel() for index in np.indices((runs, sizes)))
    wrong = (grown.follows != tasks.follows[:, None]).sum(axis=(-2, -1))
    chance = np.array([automaton.Automaton(follows).chance(length) for follows in tasks.follows])
    return pd.DataFrame(
        {
            "kind": kind,
            "states": states,
            "symbols": symbols,
            "pairs": states * symbols,
            "run": run,
            "strings": grown.sizes[size],
            "accuracy": (generated == truth).mean(axis=-1).ravel(),
            "wrong_steps": wrong.ravel(),
            "leaves": grown.leaves.ravel(),
            "end_accuracy": grown.end_accuracy.ravel(),
            "chance": chance[run],
        }
    )


def _slopes(table: pd.DataFrame, length: int) -> pd.Series:
    """Return, for each run, the exponent of strings for an exact tree in pairs (permutations)."""
    # a tree that is never exact counts as one that needs all strings of the training length, so
    # that what is not learned has no small exponent
    rows = table[table["kind"] == "permutations"]
    exact_from = (
        rows[rows["wrong_steps"] > 0]
        .groupby(["run", "pairs"])["strings"]
        .max()
        .reindex(pd.MultiIndex.from_frame(rows[["run", "pairs"]].drop_duplicates()), fill_value=0)
    )
    sizes = np.append(np.sort(rows["strings"].unique()), 0)
    # the first size after the last one at which a step was wrong
    first = sizes[np.searchsorted(sizes[:-1], exact_from.to_numpy(), side="right")]
    symbols = rows.groupby(["run", "pairs"])["symbols"].first().reindex(exact_from.index)
    first = np.where(first > 0, first, symbols.to_numpy(dtype=np.float64) ** length)
    strings = exact_from.to_frame().assign(first=first).reset_index()
    slopes = {
        int(str(run)): column_slope(curve, stats.log_log_slope, "pairs", "first")
        for run, curve in strings.groupby("run")
    }
    return pd.Series(slopes)
