"""Circuits of sparse compositions beside those of functions in general.

Document 000, slide 'Theorem' after Theorem 2, second statement: sparsity implies small circuits.
"""

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.sparse_functions import counting, growth
from compsparse.studies.circuits.sparse_functions.generate_function_circuits import COLUMNS, KINDS
from compsparse.studies.circuits.sparse_functions.growth import COUNTED, FAN_IN, GENERIC

_AXES = dict.fromkeys(COLUMNS, Int64[np.ndarray, " circuit"])


@stats.evaluates
def run(inputs: stats.Inputs, *, fit_from: int, generic_fit_from: int) -> stats.Evaluation:
    """Return a row per circuit, and the growth of sizes with the number d of inputs.

    Args:
        fit_from: least d of the exponents of compositions.
        generic_fit_from: least d of the slope of random tables.
    """
    built = stats.read_named_axes(stats.single(inputs, "circuits"), _AXES)
    table = pd.DataFrame(built).assign(kind=np.array(KINDS)[built["kind"]])
    sizes = np.unique(built["inputs"][built["kind"] == KINDS.index(GENERIC)]).tolist()
    least = [counting.least_gates(d, FAN_IN) for d in sizes]
    counted = {**dict.fromkeys(COLUMNS, 0), "kind": COUNTED, "inputs": sizes, "size": least}
    table = pd.concat([table, pd.DataFrame(counted)], ignore_index=True)
    laws = {**growth.growth(table, fit_from, generic_fit_from), **growth.crossovers(table)}
    return stats.Evaluation(table, {**_sizes(table), **laws})


def _sizes(table: pd.DataFrame) -> dict[str, stats.Interval]:
    built = table[table["kind"] != COUNTED]
    generic = table["kind"] == GENERIC
    share = built["size"] / built["bound"]
    return {
        "wrong_outputs": stats.exact(int(built["wrong"].sum()), len(built)),
        "largest_fan_in": stats.exact(int(built["fan_in"].max()), len(built)),
        "largest_share_of_bound": stats.exact(float(share[~generic].max()), int((~generic).sum())),
        "largest_generic_share_of_bound": stats.exact(
            float(share[generic].max()), int(generic.sum())
        ),
    }
