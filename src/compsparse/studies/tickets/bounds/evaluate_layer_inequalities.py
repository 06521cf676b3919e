"""The slide's statements on one layer, against random inputs and exact suprema."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64
from scipy.special import gammaln

from compsparse.statistics import api as stats

ARRAYS = {
    "nonzeros": Int64[np.ndarray, " k"],
    "dense_largest": Float64[np.ndarray, " run"],
    "dense_mean": Float64[np.ndarray, " run"],
    "sparse_sum": Float64[np.ndarray, "run k"],
    "sparse_actual": Float64[np.ndarray, "run k"],
    "sparse_above": Float64[np.ndarray, "run k"],
    "convolution_largest": Float64[np.ndarray, " run"],
    "convolution_along": Float64[np.ndarray, " run"],
    "convolution_matrix": Float64[np.ndarray, " run"],
    "row_supremum": Float64[np.ndarray, "run k sign"],
    "layer_supremum": Float64[np.ndarray, "run k sign"],
    "dense_supremum": Float64[np.ndarray, "run sign"],
    "bounded_largest": Float64[np.ndarray, "run k"],
    "bounded_signs": Float64[np.ndarray, "run k"],
}


def mean_of_chi(freedoms: Int64[np.ndarray, " k"]) -> Float64[np.ndarray, " k"]:
    """Return the mean of the chi distribution: the mean norm of a standard normal vector."""
    half = freedoms / 2
    return np.asarray(np.sqrt(2) * np.exp(gammaln(half + 0.5) - gammaln(half)))


@stats.evaluates
def run(files: stats.Inputs, *, inputs: int, at_nonzeros: int) -> stats.Evaluation:
    """Return one row per k and run.

    Args:
        files: layers, the file of ``generate_layers``.
        inputs: n.
        at_nonzeros: k of the claims.
    """
    arrays = stats.read_named_axes(stats.single(files, "layers"), ARRAYS)
    nonzeros = arrays["nonzeros"]
    dense = arrays["dense_supremum"].mean(axis=1)[:, None]
    by_nonzeros = {
        "row_over_dense": arrays["row_supremum"].mean(axis=2) / dense,
        "layer_over_dense": arrays["layer_supremum"].mean(axis=2) / dense,
        "sum_over_printed": arrays["sparse_sum"],
        "actual_over_printed": arrays["sparse_actual"],
        "share_above_printed": arrays["sparse_above"],
    }
    root = np.sqrt(nonzeros / inputs)
    predicted = {"root": root, "chi": mean_of_chi(nonzeros) / mean_of_chi(np.array([inputs]))}
    run, place = np.indices(arrays["sparse_sum"].shape).reshape(2, -1)
    table = pd.DataFrame(
        {"run": run, "nonzeros": nonzeros[place]}
        | {name: values.reshape(-1) for name, values in by_nonzeros.items()}
        | {name: values[place] for name, values in predicted.items()}
    )
    column = nonzeros.tolist().index(at_nonzeros)
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "dense_largest": stats.exact(arrays["dense_largest"].max()),
        "dense_mean": stats.MeanOf(arrays["dense_mean"]),
        "dense_mean_times_inputs": stats.MeanOf(arrays["dense_mean"] * inputs),
        "sparse_sum": stats.MeanOf(arrays["sparse_sum"].mean(axis=1)),
        "sparse_actual": stats.MeanOf(arrays["sparse_actual"][:, column]),
        "sparse_share_above": stats.MeanOf(arrays["sparse_above"][:, 0], stats.SHARE),
        "convolution_largest": stats.exact(arrays["convolution_largest"].max()),
        "convolution_along": stats.exact(arrays["convolution_along"].min()),
        "convolution_matrix": stats.MeanOf(arrays["convolution_matrix"]),
        "row_over_root": stats.MeanOf((by_nonzeros["row_over_dense"] / root).max(axis=1)),
        "layer_over_root": stats.MeanOf((by_nonzeros["layer_over_dense"] / root)[:, column]),
        "supremum_over_chi": stats.MeanOf(
            (by_nonzeros["row_over_dense"] / predicted["chi"]).mean(axis=1)
        ),
        "bounded_largest": stats.exact(arrays["bounded_largest"].max()),
        "bounded_signs": stats.MeanOf(arrays["bounded_signs"].mean(axis=1)),
    }
    return stats.Evaluation(table, statistics)
