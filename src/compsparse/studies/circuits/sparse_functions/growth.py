"""How sizes of circuits grow with the number of inputs, and where functions in general overtake."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.sparse_functions import compiled, counting, diagram, shapes

GENERIC, COUNTED = "generic", "counted"  # kinds of rows besides the shapes of compositions
FAN_IN = 3  # of the counted circuits, as in the document

_Values = Float64[np.ndarray, " point"]


def growth(table: pd.DataFrame, params: stats.Params) -> dict[str, stats.Interval | stats.MeanOf]:
    """Return the exponents in d of compositions, and the bits per input of functions in general."""
    sparse = table[table["inputs"] >= params["fit_from"]]
    per_run = {
        f"exponent_{shape}": _slopes(sparse[sparse["kind"] == shape], stats.log_log_slope)
        for shape in shapes.SHAPES
    }
    large = table[table["inputs"] >= params["generic_fit_from"]]
    generic, counted = large[large["kind"] == GENERIC], large[large["kind"] == COUNTED]
    per_run["generic_slope"] = _slopes(generic, bits_per_input)
    expected = generic["inputs"].map(
        {d: diagram.expected_nodes(d) for d in generic["inputs"].unique().tolist()}
    )
    of_runs = (generic["nodes"] / expected).groupby(generic["run"])
    per_run["nodes_over_expected"] = of_runs.mean().to_numpy()
    least = generic["inputs"].map(counted.set_index("inputs")["size"])
    return {
        **{name: stats.MeanOf(values) for name, values in per_run.items()},
        "counted_slope": stats.exact(float(_slopes(counted, bits_per_input)[0])),
        "least_over_counted": stats.exact(float((generic["size"] / least).min()), len(generic)),
    }


def crossovers(table: pd.DataFrame) -> dict[str, stats.Interval | stats.MeanOf]:
    """Return the numbers of inputs from which functions in general need more than sparse ones.

    ``crossover_built`` compares, by run, a random table's circuit with the largest of a
    composition; ``crossover_counted`` what most functions need with the bound on all compositions.
    """
    built = table[table["kind"] != COUNTED].assign(generic=table["kind"] == GENERIC)
    largest = built.groupby(["run", "inputs", "generic"])["size"].max().unstack("generic").dropna()
    more = (largest[True] > largest[False]).groupby("run")
    crossed = np.array([_overtaken(of_run.droplevel("run")) for _, of_run in more])
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


def bits_per_input(inputs: _Values, sizes: _Values) -> float:
    """Return the slope of log2 of the size in the number of inputs."""
    return stats.least_squares_slope(inputs, np.log2(sizes))


def _slopes(
    rows: pd.DataFrame, slope: Callable[[_Values, _Values], float]
) -> Float64[np.ndarray, " run"]:
    """Return the slope of the size for each run, a mean over arities."""
    slopes = {
        key: slope(
            curve["inputs"].to_numpy(dtype=np.float64), curve["size"].to_numpy(dtype=np.float64)
        )
        for key, curve in rows.groupby(["run", "arity"], sort=True)
    }
    return pd.Series(slopes).groupby(level=0).mean().to_numpy()


def _overtaken(more: pd.Series) -> float:
    """Return the first number of inputs, the index, from which on all values are true.

    One more than the last number where that is none: it cannot be less.
    """
    if not more.iloc[-1]:
        return float(more.index[-1]) + 1
    always = more[::-1].cummin()[::-1]
    return float(always.index[always][0])
