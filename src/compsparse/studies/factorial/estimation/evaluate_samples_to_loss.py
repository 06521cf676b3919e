"""Samples needed to reach a loss: networks and two estimators (document 004, Section 3.2, end).

In Theorem 3 the number of samples scales with (SC); the document says that networks match this.
Networks are trained in three ways: in one pass over fresh samples; and on a fixed sample in full
batches with early stopping, with a learned embedding or with a fixed factor embedding.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_runs
from compsparse.studies.factorial.estimation.counts import draw_counts
from compsparse.studies.factorial.estimation.histogram import (
    conditional_histogram,
    factored_histogram,
)
from compsparse.studies.factorial.estimation.samples_needed import samples_needed
from compsparse.studies.factorial.histories.history import History, read_history
from workflow_engine.seeds import generator

ONE_PASS, FIXED, FACTORS = "one pass", "fixed sample", "fixed sample, factors given"
KNOWN, HISTOGRAM = "known structure", "histogram"
# what the metrics of each way of learning are named after
_NETWORKS = {ONE_PASS: "network", FIXED: "fixed_sample", FACTORS: "given_factors"}

_RUN = ["learner", "parents", "statistical_complexity", "run"]


@dataclass(frozen=True)
class FixedSampleHistory(History):
    """The history of networks that were trained on fixed samples."""

    validation_loss: Float64[np.ndarray, "run logged"] = field(kw_only=True)
    samples: Int64[np.ndarray, " run"] = field(kw_only=True)


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    targets: Sequence[float],
    pseudocount: float,
    samples: Sequence[int],
    repetitions: int,
    batch_size: int,
) -> stats.Evaluation:
    """Return the samples that each learner needs for each target, and their exponents in (SC).

    A learner that misses a target on some task has no rows and no exponent for it. Its saving is
    known where even the samples that were tried are more than the histogram needs: then it saves
    nothing.

    Args:
        inputs: datasets, one per number of parents; trained on all of them, histories of one pass,
            one per run length, and of all fixed samples, fixed_sample and fixed_sample_factors.
        root_seed: of the samples of the estimators.
        targets: losses in nats, the larger one first.
        pseudocount: added to every cell of the histograms.
        samples: numbers of samples of the estimators.
        repetitions: sample sets for each graph, whose losses are averaged.
        batch_size: of the networks trained in one pass.
    """
    one_pass = [
        _losses(history, ONE_PASS, int(history.step[-1]) * batch_size, history.loss[:, -1])
        for history in map(read_history, stats.many(inputs, "histories"))
    ]
    fixed = [
        fixed_sample_losses(stats.single(inputs, "fixed_sample"), FIXED),
        fixed_sample_losses(stats.single(inputs, "fixed_sample_factors"), FACTORS),
    ]
    names = (root_seed, "factorial", "samples_to_loss", "counts")
    estimators = [
        row
        for path, dataset, index in read_runs(stats.many(inputs, "datasets"))
        for size in samples
        for row in _estimator_losses(
            dataset,
            index,
            size,
            repetitions,
            pseudocount,
            generator(*names, path.stem, index, size),
        )
    ]
    losses = pd.concat([*one_pass, *fixed, pd.DataFrame(estimators)], ignore_index=True)
    every = needed(losses, targets)
    missed = every["samples"].isna().groupby([every["learner"], every["target"]]).transform("any")
    table = every[~missed].drop(columns="at_least").reset_index(drop=True)
    statistics: dict[str, stats.MeanOf] = {}
    for target, place in zip(targets, ("larger", "smaller"), strict=True):
        exponents: dict[str, stats.Statistic] = {
            "known_structure_exponent": partial(exponent, learner=KNOWN),
            "histogram_exponent": partial(exponent, learner=HISTOGRAM),
        }
        for learner, name in _NETWORKS.items():
            exponents |= {
                f"{name}_exponent": partial(exponent, learner=learner),
                f"{name}_exponent_difference": partial(exponent_difference, learner=learner),
            }
            savings = least_log_savings(every[every["target"] == target], learner)
            if savings is not None:
                statistics[f"{name}_least_log_saving_{place}_target"] = stats.MeanOf(savings)
        statistics |= stats.replicate_statistics(
            table[table["target"] == target],
            {
                f"{name}_{place}_target": (statistic, stats.ANY_VALUE)
                for name, statistic in exponents.items()
            },
        )
    return stats.Evaluation(table, statistics)


def needed(losses: pd.DataFrame, targets: Sequence[float]) -> pd.DataFrame:
    """Return the samples that each learner, task, replicate and target needs.

    ``samples`` is NaN where the target lies beyond the numbers that were tried; ``at_least`` is
    then the largest of these if the loss ends above the target, and ``samples`` elsewhere.
    """
    rows = []
    for keys, curve in losses.groupby(_RUN):
        curve = curve.sort_values("samples")
        samples = curve["samples"].to_numpy(dtype=np.float64)
        for target in targets:
            values = curve["loss"].to_numpy()
            found = samples_needed(samples, values, target)
            least = samples[-1] if values[-1] > target else found
            labels = dict(zip(_RUN, keys, strict=True))
            rows.append({**labels, "target": target, "samples": found, "at_least": least})
    return pd.DataFrame(rows)


def exponent(rows: pd.DataFrame, learner: str) -> float | None:
    """Return the slope of ln samples on ln SC of one learner."""
    rows = rows[rows["learner"] == learner]
    if rows["statistical_complexity"].nunique() < 2:
        return None
    return stats.log_log_slope(
        rows["statistical_complexity"].to_numpy(dtype=np.float64), rows["samples"].to_numpy()
    )


def exponent_difference(rows: pd.DataFrame, learner: str) -> float | None:
    """Return the exponent of a network minus that of the known structure."""
    networks, known = exponent(rows, learner), exponent(rows, KNOWN)
    return None if networks is None or known is None else networks - known


def least_log_savings(rows: pd.DataFrame, learner: str) -> Float64[np.ndarray, " replicate"] | None:
    """Return the least ln (samples of the histogram / samples of the learner) over the tasks."""
    # a missed target gives an upper bound: it shows that nothing is saved, and never that it is
    rows = rows.set_index(["run", "statistical_complexity"])
    network, histogram = (rows[rows["learner"] == name] for name in (learner, HISTOGRAM))
    logs: pd.Series[float] = (histogram["samples"] / network["at_least"]).map(np.log)
    savings: Float64[np.ndarray, " replicate"] = logs.groupby(level="run").min().to_numpy()
    bounded = bool(network["samples"].isna().any())
    return None if logs.isna().any() or (bounded and (savings >= 0).any()) else savings


def fixed_sample_losses(path: Path, learner: str) -> pd.DataFrame:
    """Return the population loss of every network at the step chosen by its validation pairs."""
    history = stats.read_dataclass(path, FixedSampleHistory)
    chosen = history.validation_loss.argmin(axis=1)
    losses = np.take_along_axis(history.loss, chosen[:, None], axis=1)[:, 0]
    return _losses(history, learner, history.samples, losses)


def _losses(
    history: History,
    learner: str,
    samples: int | Int64[np.ndarray, " run"],
    losses: Float64[np.ndarray, " run"],
) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "learner": learner,
            "parents": history.parents,
            "statistical_complexity": history.statistical_complexity,
            "run": history.replicate,
            "samples": samples,
            "loss": losses,
        }
    )


def _estimator_losses(
    dataset: Dataset,
    index: int,
    samples: int,
    repetitions: int,
    pseudocount: float,
    random: np.random.Generator,
) -> Iterator[dict[str, str | int | float]]:
    """Yield the losses of both estimators on one graph, averaged over repetitions."""
    graph, truth = dataset.graph(index), dataset.probabilities(index)
    marginal = np.full(len(truth), 1.0 / len(truth))
    losses: dict[str, list[float]] = {KNOWN: [], HISTOGRAM: []}
    for _ in range(repetitions):
        counts = draw_counts(samples, truth, marginal, random)
        losses[KNOWN].append(_divergence(truth, factored_histogram(graph, counts, pseudocount)))
        losses[HISTOGRAM].append(_divergence(truth, conditional_histogram(counts, pseudocount)))
    for learner, values in losses.items():
        yield {
            "learner": learner,
            "parents": int(dataset.parents[index]),
            "statistical_complexity": int(dataset.statistical_complexity[index]),
            "run": index,
            "samples": samples,
            "loss": float(np.mean(values)),
        }


def _divergence(truth: Float64[np.ndarray, "x y"], estimate: Float64[np.ndarray, "x y"]) -> float:
    """Return the mean Kullback-Leibler divergence of the rows in nats, as the networks' loss."""
    return float((truth * (np.log(truth) - np.log(estimate))).sum(axis=1).mean())
