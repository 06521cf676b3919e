"""Generalization gap, error and fraction of random labels fitted, by wiring and N."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.wired.chosen import Networks, Trained
from compsparse.studies.tickets.wired.shape import WIRINGS

_LEAST_ERROR = 1e-4  # below one test example: an error of 0 has no logarithm
_PAIRS = (
    ("dense", "right"),
    ("dense", "convolution"),
    ("dense", "wrong"),
    ("wrong", "right"),
    ("right", "convolution"),
)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, about: Sequence[Networks], at_examples: int, random_at_examples: int
) -> stats.Evaluation:
    """Return one row per wiring, N, kind of labels and run.

    ``fitted`` is the training accuracy of the network that validation chose; with random labels,
    where validation has nothing to choose by, that of the network that fits most. At an
    ``outermost_rate`` validation chose the smallest or the largest learning rate: a better one may
    lie beyond.

    Args:
        inputs: models, a file for each entry of ``about``.
        about: the networks of the files.
        at_examples: N of comparisons.
        random_at_examples: N of comparisons with random labels.
    """
    frames = []
    for networks, path in zip(about, stats.many(inputs, "models"), strict=True):
        trained = Trained(path, networks)
        rows = trained.table(
            gap=trained.gap(),
            error=trained.chosen("judged_error"),
            fitted=1 - trained.chosen("train_error"),
            most=1 - trained.chosen("train_error", by="train_error"),
            outermost_rate=trained.at_outermost_rate(),
        )
        random = rows["noise"] > 0
        fitted = rows["fitted"].where(~random, rows["most"])
        labels = np.where(random, "random", "true")
        frames.append(rows.assign(wiring=networks.wiring, labels=labels, fitted=fitted))
    columns = ["wiring", "labels", "examples", "run", "gap", "error", "fitted", "outermost_rate"]
    table = pd.concat(frames, ignore_index=True)[columns]
    true = _wide(table, "true", at_examples)
    fitted_random = _wide(table, "random", random_at_examples)["fitted"]
    gaps, log_errors = true["gap"], np.log(true["error"].clip(lower=_LEAST_ERROR))
    compared = (table["labels"] == "true") & (table["examples"] == at_examples)
    outermost_rates = table["outermost_rate"][compared]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "at_outermost_rate": stats.exact(int(outermost_rates.sum()), outermost_rates.size),
        **{f"gap_{wiring}": stats.MeanOf(gaps[wiring].to_numpy()) for wiring in WIRINGS},
    }
    for more, less in _PAIRS:
        for name, values in (
            (f"gap_{more}_less_{less}", gaps),
            (f"error_log_ratio_{more}_over_{less}", log_errors),
            (f"fitted_{more}_less_{less}", fitted_random),
        ):
            statistics[name] = stats.MeanOf((values[more] - values[less]).to_numpy())
    return stats.Evaluation(table, statistics)


def _wide(table: pd.DataFrame, labels: str, examples: int) -> pd.DataFrame:
    rows = table[(table["labels"] == labels) & (table["examples"] == examples)]
    return rows.pivot(index="run", columns="wiring", values=["gap", "error", "fitted"])
