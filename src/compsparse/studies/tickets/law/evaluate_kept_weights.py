"""How many weights students keep, by arity and number of their teacher's constituents."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.tickets.pruning.kept import kept_rows


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per teacher and run.

    Params: cells, what each file of rounds is of; loss, of R squared, that still counts as good;
    least_arity and largest_arity, of teachers that are fitted; edges and constituents, of series.
    """
    paths = zip(params["cells"], stats.many(inputs, "rounds"), strict=True)
    table = pd.DataFrame(
        [row for cell, path in paths for row in kept_rows(path, cell, params["loss"])]
    )
    relu = table[table["kind"] == "relu"]
    arities = relu["arity"].between(params["least_arity"], params["largest_arity"])
    fitted, powers = relu[arities], []
    for _, of_run in fitted.groupby("run"):
        powers.append(powers_of(of_run))
    arity, constituents = np.array(powers).T
    equal = fitted[fitted["edges"] == params["edges"]]
    statistics = {
        "arity_power": stats.MeanOf(arity),
        "constituents_power": stats.MeanOf(constituents),
        "arity_power_at_equal_edges": stats.MeanOf(
            np.array(
                [
                    stats.log_log_slope(of["arity"].to_numpy(dtype=float), of["kept"].to_numpy())
                    for _, of in equal.groupby("run")
                ]
            )
        ),
        "log_ratio_sparse_over_dense": stats.MeanOf(_sparse_over_dense(relu, params)),
        "prunable_share": stats.MeanOf(
            fitted.groupby("run")["prunable"].mean().to_numpy(dtype=float), stats.SHARE
        ),
        "least_dense_score": stats.MeanOf(least_dense_score(fitted)),
    }
    return stats.Evaluation(table, statistics)


def least_dense_score(rows: pd.DataFrame) -> Float64[np.ndarray, " run"]:
    """Return R squared of the dense student that has learned least, of each run."""
    return np.asarray(rows.groupby("run")["dense_score"].min().to_numpy())


def powers_of(rows: pd.DataFrame) -> Float64[np.ndarray, " two"]:
    """Return a and b of the least squares of log kept = c + a log arity + b log constituents."""
    logs = np.log(rows[["arity", "constituents", "kept"]].to_numpy(dtype=float))
    design = np.column_stack([logs[:, :2], np.ones(len(logs))])
    return np.asarray(np.linalg.lstsq(design, logs[:, 2])[0][:2])


def _sparse_over_dense(relu: pd.DataFrame, params: stats.Params) -> Float64[np.ndarray, " run"]:
    """Return the logarithm of kept weights, least arity that is fitted over the largest of all."""
    series = relu[relu["constituents"] == params["constituents"]]
    logs = np.log(series.pivot(index="run", columns="arity", values="kept"))
    least = min(of for of in logs.columns if of >= params["least_arity"])
    return np.asarray((logs[least] - logs[logs.columns.max()]).to_numpy())
