"""Steps and work of a chain of thought, and of log2(k) + 1 layers in one step of inference."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.chain_of_thought.work import (
    WAYS,
    chain_operations,
    direct_operations,
)


@dataclass(frozen=True)
class _Answers:
    """What ``generate_inference_steps`` found; the last axis is dense, without zeros."""

    folds: Int64[np.ndarray, " fold"]
    symbols: Int64[np.ndarray, " symbols"]
    right: Float64[np.ndarray, "fold symbols way"]
    operations: Float64[np.ndarray, "fold symbols way 2"]
    passes: Int64[np.ndarray, "fold symbols way"]
    depth: Int64[np.ndarray, "fold symbols way"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and way, and how the ways compare."""
    table = _table(stats.read_dataclass(stats.single(inputs, "answers"), _Answers))
    chain, single, everything = (
        table[table["way"] == name].set_index(["folds", "symbols"]) for name in WAYS
    )
    folds = chain.index.get_level_values("folds").to_numpy()
    longest, pairs = folds == folds.max(), folds * chain.index.get_level_values("symbols")
    quicker = (chain["depth"] / single["depth"])[folds >= 4]
    values = {
        "chain_right": chain["right"].min(),
        "direct_right": min(single["right"].min(), everything["right"].min()),
        "steps_per_fold": (chain["passes"] / folds).max(),
        "depth_ratio": quicker.min(),
        "counted_over_formula": (table["operations"] / table["formula"]).max(),
    }
    for count, name in (("operations", "work"), ("without_zeros", "work_without_zeros")):
        values[f"{name}_one_question"] = (chain[count] / single[count])[folds >= 2].max()
        ratio = chain[count] * pairs / everything[count]
        values[f"{name}_all_questions"] = ratio[longest].min()
    return stats.Evaluation(
        table, {name: stats.exact(float(value)) for name, value in values.items()}
    )


def _table(answers: _Answers) -> pd.DataFrame:
    fold, symbols, way = np.indices(answers.right.shape).reshape(3, -1)
    k, n = answers.folds[fold], answers.symbols[symbols]
    questions = np.where(way == WAYS.index("direct_all"), k * n, 1)
    cells = np.stack([k, n, way, questions], axis=1).tolist()
    formula = [
        chain_operations(a, b) if WAYS[place] == "chain" else direct_operations(a, b, asked)
        for a, b, place, asked in cells
    ]
    return pd.DataFrame(
        {
            "folds": k,
            "symbols": n,
            "way": np.array(WAYS)[way],
            "questions": questions,
            "right": answers.right.reshape(-1),
            "passes": answers.passes.reshape(-1),
            "depth": answers.depth.reshape(-1),
            "operations": answers.operations[..., 0].reshape(-1),
            "formula": formula,
            "without_zeros": answers.operations[..., 1].reshape(-1),
        }
    )
