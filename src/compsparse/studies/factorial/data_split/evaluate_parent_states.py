"""Control: unseen inputs whose parent states were all seen, and those with a new parent state.

Document 004, Section 2.2: p(y | x) of an unseen input can be estimated once the parent coordinates
of each output factor have appeared among the seen inputs.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_split import parent_coverage, split_losses
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run

_DIFFERENCE_OF_SHARES = (-1.0, 1.0)


def losses_by_coverage(history: History, datasets: Sequence[Dataset]) -> pd.DataFrame:
    """Return one row per run: how many unseen inputs are covered or not, and their mean losses.

    Each loss, NaN without inputs, is given with that of a constant prediction, the mean of p(y | x)
    over the seen inputs.
    """
    rows = []
    places = zip(history.dataset.tolist(), history.replicate.tolist(), strict=True)
    runs = zip(
        places, history.required("seen") == 1, history.required("final_divergence"), strict=True
    )
    for (index, replicate), seen, divergence in runs:
        dataset = datasets[index]
        probabilities = dataset.probabilities(replicate)
        covered = parent_coverage.covered(dataset.parent_states(replicate), seen)
        row: dict[str, float | int] = {
            "parents": int(dataset.parents[replicate]),
            "seen_fraction": float(seen.mean()),
            "run": replicate,
        }
        for name, members in (("covered", covered & ~seen), ("uncovered", ~covered)):
            row[f"{name}_inputs"] = int(members.sum())
            row[f"{name}_loss"] = float(divergence[members].mean()) if members.any() else np.nan
            row[f"{name}_constant_loss"] = _constant_loss(probabilities, seen, members)
        row["expected_covered_share"] = parent_coverage.expected_covered_share(
            dataset.graph(replicate), int(seen.sum())
        )
        rows.append(row)
    return pd.DataFrame(rows)


def _constant_loss(
    probabilities: Float64[np.ndarray, "x y"],
    seen: Bool[np.ndarray, " x"],
    members: Bool[np.ndarray, " x"],
) -> float:
    if not members.any():
        return np.nan
    rows, mean = probabilities[members], probabilities[seen].mean(axis=0)
    return float((rows * (np.log(rows) - np.log(mean))).sum(axis=1).mean())


def covered_contrast(rows: pd.DataFrame) -> float | None:
    """Return the mean of ln loss of the covered minus ln loss of the uncovered unseen inputs.

    Each loss is divided by that of the constant prediction on the same inputs, which is larger on
    inputs unlike the seen ones, whatever a network learns. None if no cell has both kinds.
    """
    both = rows.dropna(subset=["covered_loss", "uncovered_loss"])
    if both.empty:
        return None
    covered, uncovered = (_relative(both, name) for name in ("covered", "uncovered"))
    return float((covered - uncovered).mean())


def _relative(rows: pd.DataFrame, name: str) -> Float64[np.ndarray, " cell"]:
    loss, constant = (rows[f"{name}_{kind}"].to_numpy() for kind in ("loss", "constant_loss"))
    relative: Float64[np.ndarray, " cell"] = log_loss(loss) - log_loss(constant)
    return relative


def covered_share(rows: pd.DataFrame) -> pd.Series:
    """Return the share of the unseen inputs that are covered."""
    share: pd.Series = rows["covered_inputs"] / (rows["covered_inputs"] + rows["uncovered_inputs"])
    return share


def covered_share_gap(rows: pd.DataFrame) -> float | None:
    """Return the covered share of the fewest parents minus that of the most, mean over cells."""
    shares = covered_share(rows).groupby(rows["parents"]).mean().sort_index()
    return float(shares.iloc[0] - shares.iloc[-1]) if len(shares) > 1 else None


def covered_share_excess(rows: pd.DataFrame) -> float:
    """Return the covered share minus its expectation over random seen inputs, mean over cells."""
    return float((covered_share(rows) - rows["expected_covered_share"]).mean())


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate ``histories`` with the ``datasets`` that they were trained on, in that order."""
    datasets = [read_dataset(path) for path in stats.many(inputs, "datasets")]
    rows = [
        losses_by_coverage(read_history(path), datasets) for path in stats.many(inputs, "histories")
    ]
    table = split_losses.balanced(pd.concat(rows, ignore_index=True))
    statistics = {
        **per_run(table, covered_contrast),
        **per_run(table, covered_share_gap, covered_share_excess, support=_DIFFERENCE_OF_SHARES),
    }
    return stats.Evaluation(table, statistics)
