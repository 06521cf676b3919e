"""Loss of dense networks by optimizer and learning rate (document 001, Figures 13, 38 to 41)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics, mean_by_run
from compsparse.studies.regime.optimizers.left_out import left_out_best
from compsparse.studies.regime.optimizers.rate_name import rate_name

CURVES = {
    "steps": Int64[np.ndarray, " logged"],
    "error_curve": Float64[np.ndarray, "run logged"],
    "training_loss": Float64[np.ndarray, "run logged"],
}
_PAIRS = {"muon_over_adam": ("muon", "adam"), "ns20_over_ns5": ("muon_20", "muon")}


@dataclass(frozen=True)
class RateCell:
    """Labels of networks trained at one learning rate."""

    optimizer: str
    rate: float
    target: str


@stats.evaluates
def run(inputs: stats.Inputs, *, networks: Sequence[RateCell]) -> stats.Evaluation:
    """Return one row per target, optimizer, rate, run and logged step.

    The final loss is that of the whole image at the last step: the training objective without the
    noise of drawn pixels. Ratios are log10, between networks of the same start and drawn pixels.
    """
    parts: list[pd.DataFrame] = []
    for path, labels in zip(stats.many(inputs, "networks"), networks, strict=True):
        curves = stats.read_named_axes(path, CURVES)
        runs, logged = curves["error_curve"].shape
        parts.append(
            pd.DataFrame(
                {
                    **vars(labels),
                    "run": np.repeat(np.arange(runs), logged),
                    "step": np.tile(curves["steps"], runs),
                    "error": curves["error_curve"].ravel(),
                    "training_loss": curves["training_loss"].ravel(),
                }
            )
        )
    table = pd.concat(parts, ignore_index=True)
    last = table[table["step"] == table["step"].max()]
    logs = last.assign(log_error=np.log10(last["error"])).pivot(
        index=["target", "run"], columns=["optimizer", "rate"], values="log_error"
    )
    statistics: Statistics = {}
    for name, (first, second) in _PAIRS.items():
        difference = logs[first] - logs[second]
        for rate in difference.columns:
            statistics |= mean_by_run(f"{name}_rate_{rate_name(rate)}", difference[rate])
        best = _best(logs[first]) - _best(logs[second])
        statistics |= mean_by_run(f"{name}_best_rates", best)
    return stats.Evaluation(table, statistics)


def _best(logs: pd.DataFrame) -> pd.Series:
    """Return the final loss of every run at the learning rate that is best for other seeds."""
    return pd.concat(
        pd.Series(left_out_best(rows.to_numpy(dtype=np.float64)), index=rows.index)
        for _, rows in logs.groupby(level="target")
    )
