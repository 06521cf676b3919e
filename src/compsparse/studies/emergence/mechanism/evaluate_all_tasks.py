"""Requirements for learning all tasks: neurons in proportion to tasks, samples as amplitude^-2.

Document 003, part I, corollary after the theorem. Width: how many of the p_bar strongest directions
does a student of m neurons learn by the population flow? Samples: online SGD on one direction of
amplitude a, an exact chain, with a step size proportional to a and the other directions as label
noise of variance 1 - a^2; theory's prediction (``chain.diffusion``) is in the same table.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.chain.diffusion import predicted_median
from compsparse.studies.emergence.chain.single_index import Start
from compsparse.studies.emergence.tables import table_of

NEURONS_PER_TASK = 4  # expected to suffice to learn all of the strongest directions
_FLOW = {"aligned": Float64[np.ndarray, "run direction"]}
_CHAIN = {
    "dimension": Int64[np.ndarray, "1"],
    "amplitude": Float64[np.ndarray, " amplitude"],
    "learned": Float64[np.ndarray, "1 amplitude run"],
    "failed": Bool[np.ndarray, "1 amplitude run"],
}


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    widths: Sequence[int],  # m of each of the flows
    order: int,  # k of the chain
    start: Start,  # of the chain
    step_constant: float,  # c of the chain's step size c a d^(-k/2)
    directions: Sequence[int],  # numbers p_bar of strongest directions
    groups: int,  # number of groups into which the chain's runs are divided
) -> stats.Evaluation:
    """Count learned directions of the histories ``flows``, and steps of the history ``chain``.

    Rows of the kind ``width`` have the ``share`` learned of so many strongest ``directions``; of
    ``samples``, the ``steps`` until learned, missing where given up, and ``predicted``, theory's
    median.
    """
    flows = zip(stats.many(inputs, "flows"), widths, strict=True)
    shares = pd.concat(
        [_shares(path, width, directions) for path, width in flows], ignore_index=True
    )
    steps = _steps(stats.single(inputs, "chain"), order, start, step_constant, groups)
    medians = group_medians(steps)
    inverse = 1.0 / medians.columns.to_numpy(dtype=np.float64)
    rows = medians.to_numpy()
    predicted = steps.groupby("amplitude")["predicted"].first().to_numpy()
    exponents = [stats.log_log_slope(inverse, row) for row in rows]
    statistics: dict[str, stats.MeanOf | stats.Interval] = {
        **stats.replicate_statistics(
            shares, {"least_learned_at_four_neurons_a_task": (least_learned, stats.SHARE)}
        ),
        "sample_exponent": stats.MeanOf(np.array(exponents)),
        "predicted_sample_exponent": stats.exact(stats.log_log_slope(inverse, predicted)),
        "samples_over_predicted": stats.MeanOf(np.exp(np.log(rows / predicted).mean(axis=1))),
    }
    return stats.Evaluation(pd.concat([shares, steps], ignore_index=True), statistics)


def least_learned(rows: pd.DataFrame) -> float:
    """Return the least share of the strongest p_bar directions learned by 4 p_bar neurons."""
    shares = []
    for directions, cells in rows.groupby("directions"):
        wide = cells[cells["neurons"] >= NEURONS_PER_TASK * cells["directions"]]
        if wide.empty:
            raise ValueError(
                f"No width of {sorted(set(rows['neurons']))} has {NEURONS_PER_TASK} neurons for "
                f"each of {directions} directions; add one."
            )
        shares.append(float(wide.sort_values("neurons")["share"].iloc[0]))
    return min(shares)


def group_medians(steps: pd.DataFrame) -> pd.DataFrame:
    """Return the median steps by group and amplitude; runs that never learn count as infinite."""
    known = steps.assign(steps=steps["steps"].fillna(np.inf))
    medians = known.pivot_table(
        index="group", columns="amplitude", values="steps", aggfunc="median"
    )
    infinite = np.argwhere(~np.isfinite(medians.to_numpy()))
    if len(infinite):
        group, amplitude = medians.index[infinite[0, 0]], medians.columns[infinite[0, 1]]
        raise ValueError(
            f"Half of the runs of group {group} never learn the amplitude {amplitude:g}; their "
            "median is infinite. Raise `longest`, or lower `step_constant`."
        )
    return medians


def _shares(path: Path, width: int, directions: Sequence[int]) -> pd.DataFrame:
    aligned = stats.read_named_axes(path, _FLOW)["aligned"]
    axes = {"kind": "width", "neurons": width, "directions": directions, "run": range(len(aligned))}
    shares = [np.isfinite(aligned[:, :count]).mean(axis=1) for count in directions]
    return table_of(axes, share=shares)[["kind", "run", "neurons", "directions", "share"]]


def _steps(path: Path, order: int, start: Start, step_constant: float, groups: int) -> pd.DataFrame:
    history = stats.read_named_axes(path, _CHAIN)
    learned, failed = history["learned"][0], history["failed"][0]
    runs = learned.shape[1]
    dimension, amplitudes = int(history["dimension"][0]), history["amplitude"].tolist()
    step_sizes = [step_constant * a * dimension ** (-order / 2) for a in amplitudes]
    predicted = [
        [predicted_median(order, dimension, a, step_size, start)]
        for a, step_size in zip(amplitudes, step_sizes, strict=True)
    ]
    return table_of(
        {"kind": "samples", "amplitude": amplitudes, "run": range(runs)},
        group=np.arange(runs) * groups // runs,
        steps=learned,
        predicted=predicted,
        failed=failed,
    )
