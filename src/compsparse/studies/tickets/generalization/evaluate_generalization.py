"""Gap, error and share of random labels fitted, by wiring and N."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.wired.chosen import Trained
from compsparse.studies.tickets.wired.shape import WIRINGS

_LEAST_ERROR = 1e-4  # less than one of the fresh examples, so that none has a logarithm


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per wiring, N, kind of labels and run.

    ``fitted`` is the share of labels on the right side, among those that were learned from, of the
    network that validation chose; where labels are random there is nothing to choose by, and it is
    the one that fits most of them. ``outermost_rate`` says that validation chose the smallest or
    the largest rate, beyond that a better one may lie.

    Params: about, what each file of models holds; at_examples, N of comparisons;
    random_at_examples, N of those with random labels.
    """
    rows = []
    for about, path in zip(params["about"], stats.many(inputs, "models"), strict=True):
        trained = Trained(path, about)
        losses = {of: trained.chosen(of) for of in ("judged_ramp", "train_ramp", "judged_error")}
        outermost = trained.at_outermost_rate()
        fitted = 1 - trained.chosen("train_error")
        fitted_most = 1 - trained.chosen("train_error", by="train_error")
        for cell, of in enumerate(trained.cells):
            random = of["noise"] > 0
            for run in range(fitted.shape[1]):
                rows.append(
                    {
                        "wiring": about["wiring"],
                        "labels": "random" if random else "true",
                        "examples": of["examples"],
                        "run": run,
                        "gap": losses["judged_ramp"][cell, run] - losses["train_ramp"][cell, run],
                        "error": losses["judged_error"][cell, run],
                        "fitted": (fitted_most if random else fitted)[cell, run],
                        "outermost_rate": outermost[cell, run],
                    }
                )
    table = pd.DataFrame(rows)
    true = _wide(table, "true", params["at_examples"])
    random_labels = _wide(table, "random", params["random_at_examples"])["fitted"]
    gap, error = true["gap"], np.log(true["error"].clip(lower=_LEAST_ERROR))
    compared = (table["labels"] == "true") & (table["examples"] == params["at_examples"])
    outermost_rates = table["outermost_rate"][compared]
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        "at_outermost_rate": stats.exact(int(outermost_rates.sum()), outermost_rates.size),
        **{f"gap_{wiring}": stats.MeanOf(gap[wiring].to_numpy()) for wiring in WIRINGS},
    }
    for more, less in (
        ("dense", "right"),
        ("dense", "convolution"),
        ("dense", "wrong"),
        ("wrong", "right"),
        ("right", "convolution"),
    ):
        statistics[f"gap_{more}_less_{less}"] = stats.MeanOf((gap[more] - gap[less]).to_numpy())
        ratio = (error[more] - error[less]).to_numpy()
        statistics[f"error_log_ratio_{more}_over_{less}"] = stats.MeanOf(ratio)
        fitted = (random_labels[more] - random_labels[less]).to_numpy()
        statistics[f"fitted_{more}_less_{less}"] = stats.MeanOf(fitted)
    return stats.Evaluation(table, statistics)


def _wide(table: pd.DataFrame, labels: str, examples: int) -> pd.DataFrame:
    rows = table[(table["labels"] == labels) & (table["examples"] == examples)]
    return rows.pivot(index="run", columns="wiring", values=["gap", "error", "fitted"])
