"""The smallest loss of narrow embeddings and that of trained networks (document 004, Section 4.3).

The document says that below (AC) the loss depends on (SC), and that this is also true of the global
minimum over all functions of the form (3). The search yields an upper bound of that minimum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.compression import compression_grid, narrow_minimum
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.histories.comparisons import narrow
from compsparse.studies.factorial.histories.history import History, log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run
from workflow_engine.seeds import generator

_CELL = ["parents", "run", "embedding_dimension"]


@dataclass(frozen=True)
class Search:
    """How a minimum is searched for."""

    restarts: int  # starting points below (AC): the first spectral, the others standard normal
    iterations: int  # maximum for L-BFGS from each starting point
    refinement_iterations: int  # maximum of further ones from the best result
    root_seed: int

    def run(self, dataset: Dataset, run_index: int, dimension: int) -> tuple[float, list[float]]:
        """Return the smallest loss found for one graph, and the one reached from each start."""
        groups, probabilities = dataset.distinct(run_index)
        weights = np.bincount(groups, minlength=len(probabilities)) / len(groups)
        loss = narrow_minimum.NarrowLoss(probabilities, weights, dimension)
        # exact from (AC) on
        starts = [narrow_minimum.spectral_start(loss)]
        if dimension < dataset.approximation_complexity[run_index]:
            names = ("start", int(dataset.parents[run_index]), run_index, dimension)
            starts += [
                generator(
                    self.root_seed, "factorial", "global_minimum", *names, restart
                ).standard_normal(loss.size)
                for restart in range(1, self.restarts)
            ]
        reached = [narrow_minimum.minimum_from(loss, start, self.iterations) for start in starts]
        least, place = min(reached, key=itemgetter(0))
        if self.refinement_iterations:
            refined, _ = narrow_minimum.minimum_from(loss, place, self.refinement_iterations)
            least = min(least, refined)
        return least, [value for value, _ in reached]


def minima(
    dataset: Dataset, dimensions: Sequence[int], search: Search
) -> Iterator[dict[str, float | int]]:
    """Yield one row per graph and dimension up to its (AC)."""
    for run_index, width in enumerate(dataset.approximation_complexity.tolist()):
        for dimension in [d for d in dimensions if d <= width]:
            least, reached = search.run(dataset, run_index, dimension)
            yield {
                "parents": int(dataset.parents[run_index]),
                "approximation_complexity": width,
                "statistical_complexity": int(dataset.statistical_complexity[run_index]),
                "embedding_dimension": dimension,
                "run": run_index,
                "loss": least,
                "best_start_loss": min(reached),
                "worst_start_loss": max(reached),
            }


def least_trained_excess(rows: pd.DataFrame) -> float | None:
    """Return the least ln(trained loss / minimum found) among the dimensions below (AC)."""
    cells = narrow(rows)
    if cells.empty:
        return None
    ratios = log_loss(cells["trained_loss"].to_numpy()) - log_loss(cells["loss"].to_numpy())
    return float(ratios.min())


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    embedding_dimensions: Sequence[int],
    restarts: int,
    iterations: int,
    refinement_iterations: int,
) -> stats.Evaluation:
    """Search for the minima of the graphs of ``datasets``, and compare with trained networks.

    The ``histories`` hold networks of all ``embedding_dimensions``. No two datasets have the same
    number of parents.
    """
    search = Search(restarts, iterations, refinement_iterations, root_seed)
    rows = [
        row
        for path in stats.many(inputs, "datasets")
        for row in minima(read_dataset(path), embedding_dimensions, search)
    ]
    if not rows:
        raise ValueError(
            f"embedding_dimensions is {embedding_dimensions}; none is at most the approximation "
            "complexity of a graph."
        )
    histories = [read_history(path) for path in stats.many(inputs, "histories")]
    table = _beside_trained(pd.DataFrame(rows), histories)
    stats.require_balanced(table, ["parents", "embedding_dimension"])
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        **per_run(table, compression_grid.order_agreement_below_ac, support=stats.SHARE),
        **per_run(table, least_trained_excess),
    }
    enough = table["loss"][table["embedding_dimension"] == table["approximation_complexity"]]
    if not enough.empty:
        statistics["minimum_at_ac"] = stats.exact(float(enough.max()), len(enough))
    return stats.Evaluation(table, statistics)


def _beside_trained(minima: pd.DataFrame, histories: Sequence[History]) -> pd.DataFrame:
    """Return the rows with the ``trained_loss`` of the network of the same cell and replicate."""
    losses = [compression_grid.final_losses(history) for history in histories]
    trained = pd.concat(losses, ignore_index=True)[[*_CELL, "loss"]]
    table = minima.merge(
        trained.rename(columns={"loss": "trained_loss"}),
        on=_CELL,
        how="left",
        validate="one_to_one",
    )
    missing = table[table["trained_loss"].isna()]
    if not missing.empty:
        raise ValueError(
            f"No history has the trained network of {missing[_CELL].iloc[0].to_dict()}; take "
            "embedding_dimensions that the grid trains."
        )
    return table
