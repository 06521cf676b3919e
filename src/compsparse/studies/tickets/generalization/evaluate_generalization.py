"""Generalization gap, test losses and fraction of random labels fitted, by wiring and N.

Statistics are means over all N of a run, so that verdicts rest on curves; those at one N name it.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.wired.chosen import Networks, Trained

_VALUES = ("gap", "test_ramp", "fitted")
_PAIRS = (
    ("dense", "right"),
    ("dense", "convolution"),
    ("wrong", "right"),
    ("right", "convolution"),
)


@stats.evaluates
def run(inputs: stats.Inputs, *, about: Sequence[Networks]) -> stats.Evaluation:
    """Return one row per wiring, N, kind of labels and run.

    ``fitted`` is the training accuracy of the network that validation chose; with random labels,
    where validation has nothing to choose by, that of the network that fits most. At an
    ``outermost_rate`` validation chose the smallest or the largest learning rate: a better one may
    lie beyond.

    Args:
        inputs: models, a file for each entry of ``about``.
        about: the networks of the files.
    """
    frames = []
    for networks, path in zip(about, stats.many(inputs, "models"), strict=True):
        trained = Trained(path, networks)
        rows = trained.table(
            gap=trained.gap(),
            test_ramp=trained.chosen("judged_ramp"),
            fitted=1 - trained.chosen("train_error"),
            most=1 - trained.chosen("train_error", by="train_error"),
            outermost_rate=trained.at_outermost_rate(),
        )
        random = rows["noise"] > 0
        fitted = rows["fitted"].where(~random, rows["most"])
        labels = np.where(random, "random", "true")
        frames.append(rows.assign(wiring=networks.wiring, labels=labels, fitted=fitted))
    columns = ["wiring", "labels", "examples", "run", *_VALUES, "outermost_rate"]
    table = pd.concat(frames, ignore_index=True)[columns]
    true, nothing = (_wide(table, labels) for labels in ("true", "random"))
    outermost = table[table["labels"] == "true"]["outermost_rate"]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "at_outermost_rate": stats.exact(int(outermost.sum()), outermost.size),
    }
    for more, less in _PAIRS:
        for name, values in (
            ("gap", true["gap"]),
            ("test_ramp", true["test_ramp"]),
            ("fitted", nothing["fitted"]),
        ):
            by_size = (values[more] - values[less]).unstack("examples")
            label = f"{name}_{more}_less_{less}"
            statistics[label] = stats.MeanOf(by_size.mean(axis=1).to_numpy())
            for number, by_run in by_size.items():
                statistics[f"{label}_at_{number}"] = stats.MeanOf(by_run.to_numpy())
    return stats.Evaluation(table, statistics)


def _wide(table: pd.DataFrame, labels: str) -> pd.DataFrame:
    """Return values by run and N, with columns value and wiring."""
    rows = table[table["labels"] == labels]
    return rows.pivot(index=["run", "examples"], columns="wiring", values=list(_VALUES))
