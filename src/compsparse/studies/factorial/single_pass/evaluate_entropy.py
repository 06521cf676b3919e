"""Entropy of the target and speed of learning (document 004, Section 4.2, footnote 2).

The same tables are learned at several Dirichlet concentrations, (P4), as they are and with their
outcomes shuffled, which keeps the entropy of every p(. | x) and destroys the factors.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.shuffling import Shuffle
from compsparse.studies.factorial.histories.history import History, log_loss, read_history

FACTORED = "factored"
_COLUMNS = ["concentration", "outcomes", "run", "mean_entropy", "expected_entropy"]
_COLUMNS += ["largest_entropy", "area", "initial_loss", "final_loss"]


@dataclass(frozen=True)
class _Cell:
    """Runs of one concentration and one kind of outcomes."""

    concentration: float
    outcomes: str
    entropy: Float64[np.ndarray, "run x"]  # of every p(. | x), in nats
    largest_entropy: float  # of any distribution over the outputs
    expected_entropy: float  # of a draw at this concentration


def expected_entropy(size: int, concentration: float) -> float:
    """Return the mean entropy of a symmetric Dirichlet draw over ``size`` outcomes, in nats."""
    from scipy.special import digamma  # costs a tenth of a second

    return float(digamma(size * concentration + 1) - digamma(concentration + 1))


def entropies(probabilities: Float64[np.ndarray, "x y"]) -> Float64[np.ndarray, " x"]:
    """Return the entropy of every row, in nats, with 0 log 0 = 0."""
    logarithms = np.log(np.where(probabilities > 0, probabilities, 1.0))
    entropy: Float64[np.ndarray, " x"] = -(probabilities * logarithms).sum(1)
    return entropy


def magnitudes(differences: Float64[np.ndarray, " run"]) -> Float64[np.ndarray, " run"]:
    """Return each difference with the sign of the mean of all others.

    Where there is an effect, of either sign, the mean of the result is its size; where there is
    none it is 0, unlike the mean of absolute values. A single difference keeps its sign.
    """
    others = differences.sum() - differences
    return differences * np.where(others < 0, -1.0, 1.0)


def shuffled_gap(rows: pd.DataFrame, outcomes: str) -> float | None:
    """Return the mean over concentrations of the area with shuffled outcomes minus factored."""
    areas = rows.pivot(index="concentration", columns="outcomes", values="area")
    return float((areas[outcomes] - areas[FACTORED]).mean()) if outcomes in areas else None


def area_change(rows: pd.DataFrame, *, after_start: bool) -> float:
    """Return the factored tables' area at the largest concentration minus at the smallest."""
    # after the start: the area of ln(loss / loss of the untrained network)
    factored = rows[rows["outcomes"] == FACTORED].sort_values("concentration")
    area = factored["area"].to_numpy()
    if after_start:
        area = area - log_loss(factored["initial_loss"].to_numpy())
    return float(area[-1] - area[0])


def entropy_order_agreement(rows: pd.DataFrame) -> float:
    """Return the share of pairs of concentrations whose mean entropies are ordered like them."""
    factored = rows[rows["outcomes"] == FACTORED]
    return stats.order_agreement(
        factored["concentration"].to_numpy(), factored["mean_entropy"].to_numpy()
    )


@stats.evaluates
def run(
    inputs: stats.Inputs, *, concentrations: Sequence[float], shuffles: Sequence[Shuffle]
) -> stats.Evaluation:
    """Evaluate the runs of all ``concentrations``.

    Inputs: factored_datasets, one per concentration, and factored_history, trained on them in that
    order; shuffled_datasets, one per shuffle and concentration, and shuffled_history.
    """
    factored = _cells(inputs, "factored_datasets", [FACTORED], concentrations)
    shuffled = _cells(inputs, "shuffled_datasets", shuffles, concentrations)
    by_concentration = {cell.concentration: cell for cell in factored}
    table = pd.concat(
        [
            _rows(read_history(stats.single(inputs, "factored_history")), factored),
            _rows(read_history(stats.single(inputs, "shuffled_history")), shuffled),
        ],
        ignore_index=True,
    )
    # a shuffled dataset has one factor; its expected entropy is that of the factored dataset
    expected = {value: cell.expected_entropy for value, cell in by_concentration.items()}
    table["expected_entropy"] = table["concentration"].map(expected)
    stats.require_balanced(table, ["concentration", "outcomes"])
    mismatch = max(
        float(np.abs(cell.entropy - by_concentration[cell.concentration].entropy).max())
        for cell in shuffled
    )
    per_run: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {
        "area_change": (partial(area_change, after_start=False), stats.ANY_VALUE),
        **{
            f"{name}_gap": (partial(shuffled_gap, outcomes=name), stats.ANY_VALUE)
            for name in shuffles
        },
        "entropy_order_agreement": (entropy_order_agreement, stats.SHARE),
        "entropy_minus_expected": (_minus_expected, (-1.0, 1.0)),
    }
    changes = [area_change(rows, after_start=True) for _, rows in table.groupby("run")]
    return stats.Evaluation(
        table[_COLUMNS],
        {
            **stats.replicate_statistics(table, per_run),
            "area_change_after_start": stats.MeanOf(
                magnitudes(np.array(changes, dtype=np.float64))
            ),
            "entropy_mismatch": stats.exact(mismatch, len(changes)),
        },
    )


def _cells(
    inputs: stats.Inputs, name: str, kinds: Sequence[str], concentrations: Sequence[float]
) -> list[_Cell]:
    cells = []
    labels = product(kinds, concentrations)
    for path, (kind, concentration) in zip(stats.many(inputs, name), labels, strict=True):
        dataset = read_dataset(path)
        entropy = np.stack([entropies(dataset.probabilities(run)) for run in range(dataset.runs)])
        expected = sum(expected_entropy(size, concentration) for size in dataset.outputs.sizes)
        cells.append(_Cell(concentration, kind, entropy, np.log(dataset.outputs.size), expected))
    return cells


def _rows(history: History, cells: list[_Cell]) -> pd.DataFrame:
    """Return one row per run of a history, whose datasets are the cells in their order."""
    trained = [cells[index] for index in history.dataset]
    return pd.DataFrame(
        {
            "concentration": [cell.concentration for cell in trained],
            "outcomes": [cell.outcomes for cell in trained],
            "run": history.replicate,
            "mean_entropy": np.concatenate([cell.entropy.mean(1) for cell in cells]),
            "largest_entropy": [cell.largest_entropy for cell in trained],
            "area": log_loss(history.loss[:, 1:]).mean(axis=1),
            "initial_loss": history.loss[:, 0],
            "final_loss": history.loss[:, -1],
        }
    )


def _minus_expected(rows: pd.DataFrame) -> float:
    """Return the mean deviation from the expected entropy, as a fraction of the largest entropy."""
    factored = rows[rows["outcomes"] == FACTORED]
    deviations = factored["mean_entropy"] - factored["expected_entropy"]
    return float((deviations / factored["largest_entropy"]).mean())
