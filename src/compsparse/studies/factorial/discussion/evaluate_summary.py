"""How the loss depends on the quantities of Section 5 of document 004, from other results.

Each entry is an exponent, d ln loss / d ln quantity, with the sign that the document states. The
runs are those of the results named in ``source``: a summary, not further evidence.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.histories.comparisons import narrow
from compsparse.studies.factorial.histories.history import log_loss
from workflow_engine.artifacts.tables import read_table

_COMPLEXITY = "statistical_complexity"


def slope_of_curves(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln loss on ln compute along a run after step 0, averaged over cells."""
    trained = rows[rows["step"] > 0]
    return _mean_slope(trained, within="cell", on="flops")


def slope_in_dimension(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln loss on ln embedding dimension below (AC), averaged over graphs."""
    return _mean_slope(narrow(rows), within="parents", on="embedding_dimension")


def slope_in_fraction(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln loss on ln share of seen inputs, averaged over numbers of parents."""
    losses = rows.assign(loss=rows["held_out_loss"])
    return _mean_slope(losses, within="parents", on="seen_fraction")


def slope_in_input_factors(rows: pd.DataFrame) -> float | None:
    """Return the slope of the area on the ln number of input factors, of equally many inputs."""
    areas = _areas(rows, "cell")
    counts = [len(Factorization.parse(str(cell)).sizes) for cell in areas["cell"]]
    return _slope(np.array(counts, dtype=np.float64), areas["area"])


def slope_in_parents(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln loss on ln number of parents, averaged over d below every (AC)."""
    narrow = _narrow_everywhere(rows)
    return _mean_slope(narrow, within="embedding_dimension", on="parents")


def slope_in_width(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln loss on ln (AC), averaged over d below every (AC)."""
    narrow = _narrow_everywhere(rows)
    return _mean_slope(narrow, within="embedding_dimension", on="approximation_complexity")


def slope_in_connectivity(rows: pd.DataFrame) -> float | None:
    """Return the slope of the area on ln connectivity, strictly between 0 and 1."""
    between = rows[(rows["connectivity"] > 0) & (rows["connectivity"] < 1)]
    areas = _areas(between, "connectivity")
    return _slope(areas["connectivity"].to_numpy(dtype=np.float64), areas["area"])


def slope_in_complexity(rows: pd.DataFrame) -> float | None:
    """Return the slope of the area on ln (SC)."""
    areas = _areas(rows, "cell").merge(rows[["cell", _COMPLEXITY]].drop_duplicates(), on="cell")
    return _slope(areas[_COMPLEXITY].to_numpy(dtype=np.float64), areas["area"])


@dataclass(frozen=True)
class Entry:
    """One quantity that the document names."""

    source: str  # result whose table is read
    figure: str  # of the document
    stated: int  # -1 where the loss falls with the quantity, 1 where it rises
    exponent: Callable[[pd.DataFrame], float | None]  # None where the quantity is constant


_SEEN, _UNSEEN, _GRID = "single_pass", "generalization_complexity", "compression_grid_a"
ENTRIES = {
    "compute": Entry(_SEEN, "3", -1, slope_of_curves),
    "embedding_dimension": Entry(_GRID, "4/19", -1, slope_in_dimension),
    "seen_inputs": Entry("data_split", "8", -1, slope_in_fraction),
    "input_factors": Entry(_SEEN, "3", 1, slope_in_input_factors),
    "input_factors_unseen": Entry(_UNSEEN, "7", 1, slope_in_input_factors),
    "parents": Entry(_GRID, "4/19", 1, slope_in_parents),
    "connectivity": Entry("generalization_connectivity", "6", 1, slope_in_connectivity),
    "approximation_complexity": Entry(_GRID, "4/19", 1, slope_in_width),
    "statistical_complexity": Entry(_SEEN, "3", 1, slope_in_complexity),
    "statistical_complexity_unseen": Entry(_UNSEEN, "7", 1, slope_in_complexity),
}
SOURCES = tuple(dict.fromkeys(entry.source for entry in ENTRIES.values()))


@stats.evaluates
def run(inputs: stats.Inputs, *, root_seed: int) -> stats.Evaluation:
    """Gather the exponents from the tables of ``SOURCES``, where cells differ in the quantity."""
    tables = {source: read_table(stats.single(inputs, source)) for source in SOURCES}
    rows, intervals = [], {}
    for quantity, entry in ENTRIES.items():
        table = tables[entry.source]
        if "swept" in table.columns:  # without the cells outside the document's sweep
            table = table[table["swept"] == 1]
        exponents = [entry.exponent(replicate) for _, replicate in table.groupby("run")]
        values = [exponent for exponent in exponents if exponent is not None]
        if values:
            # computed here because the table shows the interval
            interval = stats.interval_of_mean(
                np.array(values, dtype=np.float64),
                root_seed=root_seed,
                name=f"factorial_summary/{quantity}",
            )
            intervals[quantity] = interval
            source = (quantity, entry.source, entry.figure, entry.stated)
            rows.append((*source, interval.value, interval.low, interval.high, interval.n))
    columns = ["quantity", "source", "figure", "stated", "exponent", "low", "high", "n"]
    return stats.Evaluation(pd.DataFrame(rows, columns=columns), intervals)


def _narrow_everywhere(rows: pd.DataFrame) -> pd.DataFrame:
    narrow: pd.DataFrame = rows[
        rows["embedding_dimension"] < rows["approximation_complexity"].min()
    ]
    return narrow


def _areas(rows: pd.DataFrame, cell: str) -> pd.DataFrame:
    trained = rows[rows["step"] > 0]
    logs = pd.Series(log_loss(trained["loss"].to_numpy(dtype=np.float64)), index=trained.index)
    areas = logs.groupby(trained[cell], sort=False).mean()
    return pd.DataFrame({cell: areas.index, "area": areas.to_numpy()})


def _mean_slope(rows: pd.DataFrame, *, within: str, on: str) -> float | None:
    slopes = [
        _slope(
            cells[on].to_numpy(dtype=np.float64),
            pd.Series(log_loss(cells["loss"].to_numpy(dtype=np.float64))),
        )
        for _, cells in rows.groupby(within)
    ]
    known = [slope for slope in slopes if slope is not None]
    return float(np.mean(known)) if known else None


def _slope(quantity: Float64[np.ndarray, " cell"], logs: "pd.Series[float]") -> float | None:
    """Return the slope on the ln quantity, None where all cells have the same."""
    if len(set(quantity.tolist())) < 2:
        return None
    return stats.least_squares_slope(np.log(quantity), logs.to_numpy(dtype=np.float64))
