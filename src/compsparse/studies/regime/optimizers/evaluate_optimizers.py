"""The loss of dense networks by optimizer and rate (document 001, Figures 13 and 38 to 41)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.regime.optimizers.left_out import left_out_best
from compsparse.studies.regime.optimizers.rate_name import rate_name

CURVES = {
    "steps": Int64[np.ndarray, " logged"],
    "error_curve": Float64[np.ndarray, "run logged"],
    "training_loss": Float64[np.ndarray, "run logged"],
}
_PAIRS = {"muon_over_adam": ("muon", "adam"), "ns20_over_ns5": ("muon_20", "muon")}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per target, optimizer, rate, run and logged step.

    The final loss is that of the whole image at the last step: what the training minimises, without
    the noise of the pixels that a step draws. Ratios are log10, between networks of the same start
    and the same drawn pixels.

    Params: networks, the labels target, optimizer and rate of each file.
    """
    parts: list[pd.DataFrame] = []
    for path, labels in zip(stats.many(inputs, "networks"), params["networks"], strict=True):
        curves = stats.read_named_axes(path, CURVES)
        runs, logged = curves["error_curve"].shape
        parts.append(
            pd.DataFrame(
                {
                    **labels,
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
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for name, (one, other) in _PAIRS.items():
        difference = logs[one] - logs[other]
        for rate in difference.columns:
            statistics[f"{name}_rate_{rate_name(rate)}"] = _mean_over_targets(difference[rate])
        statistics[f"{name}_best_rates"] = _mean_over_targets(_best(logs[one]) - _best(logs[other]))
    return stats.Evaluation(table, statistics)


def _best(logs: pd.DataFrame) -> pd.Series:
    """Return the final loss of every run at the rate that is best for the other seeds."""
    return pd.concat(
        pd.Series(left_out_best(rows.to_numpy(dtype=np.float64)), index=rows.index)
        for _, rows in logs.groupby(level="target")
    )


def _mean_over_targets(values: pd.Series) -> stats.MeanOf:
    return stats.MeanOf(values.groupby(level="run").mean().to_numpy(dtype=np.float64))
