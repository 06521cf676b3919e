"""How many weights students keep, by arity and number of their teacher's constituents."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.statistics.run_slopes import log_log_slopes
from compsparse.studies.tickets.pruning.kept import kept_rows


@dataclass(frozen=True)
class Cell:
    """A teacher.

    Attributes:
        arity: of its constituents, a mean for a teacher of the user.
        constituents: number of them.
        edges: of its graph.
        kind: nonlinearity of constituents, or ``own``, a teacher of the user.
        name: of the teacher.
    """

    arity: int | float
    constituents: int
    edges: int
    kind: str
    name: str


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    cells: Sequence[Cell],
    loss: float,
    least_arity: int,
    largest_arity: int,
    edges: int,
    constituents: int,
) -> stats.Evaluation:
    """Return one row per teacher and run.

    Args:
        inputs: rounds, a file for each teacher.
        cells: the teachers of the files.
        loss: of R squared, that still counts as good.
        least_arity: of teachers that are fitted.
        largest_arity: of teachers that are fitted.
        edges: of the series of equally many edges.
        constituents: of the series in which only the arity varies.
    """
    files = zip(cells, stats.many(inputs, "rounds"), strict=True)
    table = pd.DataFrame(
        [row for cell, path in files for row in kept_rows(path, asdict(cell), loss)]
    )
    relu = table[table["kind"] == "relu"]
    fitted = relu[relu["arity"].between(least_arity, largest_arity)]
    powers = np.array([fitted_powers(rows) for _, rows in fitted.groupby("run")])
    at_equal_edges = fitted[fitted["edges"] == edges]
    series = relu[relu["constituents"] == constituents]
    statistics = {
        "arity_power": stats.MeanOf(powers[:, 0]),
        "constituents_power": stats.MeanOf(powers[:, 1]),
        "arity_power_at_equal_edges": stats.MeanOf(log_log_slopes(at_equal_edges, "arity", "kept")),
        "log_ratio_sparse_over_dense": stats.MeanOf(_sparse_over_dense(series, least_arity)),
        "prunable_share": stats.MeanOf(
            fitted.groupby("run")["prunable"].mean().to_numpy(dtype=float), stats.SHARE
        ),
        "least_dense_score": stats.MeanOf(least_dense_score(fitted)),
    }
    return stats.Evaluation(table, statistics)


def least_dense_score(rows: pd.DataFrame) -> Float64[np.ndarray, " run"]:
    """Return the lowest R squared of a dense student of each run."""
    return np.asarray(rows.groupby("run")["dense_score"].min().to_numpy())


def fitted_powers(rows: pd.DataFrame) -> Float64[np.ndarray, " two"]:
    """Return a and b of the least-squares fit log kept = c + a log arity + b log constituents."""
    logs = np.log(rows[["arity", "constituents", "kept"]].to_numpy(dtype=float))
    design = np.column_stack([logs[:, :2], np.ones(len(logs))])
    return np.asarray(np.linalg.lstsq(design, logs[:, 2])[0][:2])


def _sparse_over_dense(series: pd.DataFrame, least_arity: int) -> Float64[np.ndarray, " run"]:
    """Return the log of kept weights at the smallest fitted arity over those at the largest."""
    kept = series.pivot(index="run", columns="arity", values="kept")
    least = series["arity"][series["arity"] >= least_arity].min()
    return np.asarray((np.log(kept[least]) - np.log(kept[series["arity"].max()])).to_numpy())
