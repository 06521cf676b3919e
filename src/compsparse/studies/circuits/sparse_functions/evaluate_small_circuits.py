"""Circuits of sparse compositions beside those of functions in general.

Document 000, slide 'Theorem' after Theorem 2, second statement: sparsity implies small circuits.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.slopes import Slope, column_slope, log2_slope
from compsparse.studies.circuits.sparse_functions import compiled, counting, shapes
from compsparse.studies.circuits.sparse_functions.generate_function_circuits import COLUMNS, KINDS

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
    sizes = np.unique(built["inputs"][built["kind"] == KINDS.index(shapes.GENERIC)]).tolist()
    least = [counting.least_gates(d, FAN_IN) for d in sizes]
    counted = {**dict.fromkeys(COLUMNS, 0), "kind": COUNTED, "inputs": sizes, "size": least}
    table = pd.concat([table, pd.DataFrame(counted)], ignore_index=True)
    laws = {**growth_laws(table, fit_from, generic_fit_from), **crossovers(table)}
    return stats.Evaluation(table, {**_sizes(table), **laws})


def _sizes(table: pd.DataFrame) -> dict[str, stats.Interval]:
    built = table[table["kind"] != COUNTED]
    generic = table["kind"] == shapes.GENERIC
    share = built["size"] / built["bound"]
    values = {
        "wrong_outputs": (built["wrong"].sum(), len(built)),
        "largest_fan_in": (built["fan_in"].max(), len(built)),
        "largest_share_of_bound": (share[~generic].max(), (~generic).sum()),
        "largest_generic_share_of_bound": (share[generic].max(), generic.sum()),
    }
    return {name: stats.exact(float(value), int(n)) for name, (value, n) in values.items()}


COUNTED = "counted"  # kind of rows besides those that are built
FAN_IN = 3  # of the counted circuits, as in the document


def growth_laws(
    table: pd.DataFrame, fit_from: int, generic_fit_from: int
) -> dict[str, stats.Interval | stats.MeanOf]:
    """Return the exponents in d of compositions, and the bits per input of functions in general."""
    sparse = table[table["inputs"] >= fit_from]
    per_run = {
        f"exponent_{shape}": _slopes(sparse[sparse["kind"] == shape], stats.log_log_slope)
        for shape in shapes.SHAPES
    }
    large = table[table["inputs"] >= generic_fit_from]
    generic, counted = large[large["kind"] == shapes.GENERIC], large[large["kind"] == COUNTED]
    per_run["generic_slope"] = _slopes(generic, log2_slope)
    expected = generic["inputs"].map(
        {d: compiled.expected_nodes(d) for d in generic["inputs"].unique().tolist()}
    )
    nodes = (generic["nodes"] / expected).groupby(generic["run"])
    per_run["nodes_over_expected"] = nodes.mean().to_numpy()
    least = generic["inputs"].map(counted.set_index("inputs")["size"])
    return {
        **{name: stats.MeanOf(values) for name, values in per_run.items()},
        "counted_slope": stats.exact(float(_slopes(counted, log2_slope)[0])),
        "least_over_counted": stats.exact(float((generic["size"] / least).min()), len(generic)),
    }


def crossovers(table: pd.DataFrame) -> dict[str, stats.Interval | stats.MeanOf]:
    """Return the numbers of inputs from which functions in general need more than sparse ones.

    ``crossover_built`` compares, by run, a random table's circuit with the largest of a
    composition; ``crossover_counted`` what most functions need with the bound on all compositions.
    """
    built = table[table["kind"] != COUNTED].assign(generic=table["kind"] == shapes.GENERIC)
    largest = built.groupby(["run", "inputs", "generic"])["size"].max().unstack("generic").dropna()
    more = (largest[True] > largest[False]).groupby("run")
    crossed = np.array([_overtaken(sizes.droplevel("run")) for _, sizes in more])
    return {
        "crossover_built": stats.MeanOf(crossed),
        "crossover_counted": stats.exact(crossover_counted(int(table["arity"].max()))),
    }


def crossover_counted(arity: int) -> int:
    """Return the first d at which most functions need more gates than any composition has."""
    d = 2
    while counting.least_gates(d, FAN_IN) <= shapes.most_constituents(d) * compiled.most_gates(
        arity
    ):
        d += 1
    return d


def _slopes(rows: pd.DataFrame, slope: Slope) -> Float64[np.ndarray, " run"]:
    """Return the slope of the size for each run, a mean over arities."""
    slopes = {
        key: column_slope(curve, slope, "inputs", "size")
        for key, curve in rows.groupby(["run", "arity"], sort=True)
    }
    return pd.Series(slopes).groupby(level=0).mean().to_numpy()


def _overtaken(more: pd.Series) -> float:
    """Return the first number of inputs, the index, from which on all values are true.

    If there is none, one more than the last number, which it exceeds.
    """
    if not more.iloc[-1]:
        return float(more.index[-1]) + 1
    always = more[::-1].cummin()[::-1]
    return float(always.index[always][0])
