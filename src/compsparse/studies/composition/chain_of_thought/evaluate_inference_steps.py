"""Steps and work of a chain of thought, and of log2(k) + 1 layers in one step of inference."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.composition.chain_of_thought.work import (
    WAYS,
    chain_operations,
    direct_operations,
)

_ARRAYS = {
    "folds": Int64[np.ndarray, "fold"],
    "symbols": Int64[np.ndarray, "symbols"],
    "right": Float64[np.ndarray, "fold symbols way"],
    "operations": Float64[np.ndarray, "fold symbols way count"],
    "passes": Int64[np.ndarray, "fold symbols way"],
    "depth": Int64[np.ndarray, "fold symbols way"],
}


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per k, N and way, and how the ways compare."""
    arrays = stats.read_named_axes(stats.single(inputs, "answers"), _ARRAYS)
    rows = []
    for a, k in enumerate(arrays["folds"].tolist()):
        for b, n in enumerate(arrays["symbols"].tolist()):
            formulas = chain_operations(k, n), *(direct_operations(k, n, q) for q in (1, k * n))
            for way, (name, formula) in enumerate(zip(WAYS, formulas, strict=True)):
                dense, without_zeros = arrays["operations"][a, b, way]
                rows.append(
                    {
                        "folds": k,
                        "symbols": n,
                        "way": name,
                        "questions": k * n if name == "direct_all" else 1,
                        "right": arrays["right"][a, b, way],
                        "passes": int(arrays["passes"][a, b, way]),
                        "depth": int(arrays["depth"][a, b, way]),
                        "operations": dense,
                        "formula": formula,
                        "without_zeros": without_zeros,
                    }
                )
    table = pd.DataFrame(rows)
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
