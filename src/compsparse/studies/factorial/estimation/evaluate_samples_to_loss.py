"""Samples needed to reach a loss: networks and two estimators (document 004, Section 3.2, end).

In Theorem 3 the number of samples scales with (SC); the document says that networks match this.
Networks are trained in three ways: in one pass over fresh samples; and on a fixed sample in full
batches with early stopping, with a learned embedding or with a fixed factor embedding.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.estimation.counts import draw_counts
from compsparse.studies.factorial.estimation.factored_histogram import factored_histogram
from compsparse.studies.factorial.estimation.histogram import conditional_histogram
from compsparse.studies.factorial.estimation.samples_needed import samples_needed
from compsparse.studies.factorial.histories.history import read_history
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.seeds import generator

ONE_PASS, FIXED, FACTORS = "one pass", "fixed sample", "fixed sample, factors given"
KNOWN, HISTOGRAM = "known structure", "histogram"
# what the metrics of each way of learning are named after
_NETWORKS = {ONE_PASS: "network", FIXED: "fixed_sample", FACTORS: "given_factors"}

_RUN = ["learner", "parents", "statistical_complexity", "run"]


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
    histories = stats.many(inputs, "histories")
    losses = pd.concat(
        [
            _one_pass_losses(histories, batch_size),
            fixed_sample_losses(stats.single(inputs, "fixed_sample"), FIXED),
            fixed_sample_losses(stats.single(inputs, "fixed_sample_factors"), FACTORS),
            *(
                _estimator_losses(
                    read_dataset(path), path.stem, samples, repetitions, pseudocount, root_seed
                )
                for path in stats.many(inputs, "datasets")
            ),
        ],
        ignore_index=True,
    )
    _require_all_learners(losses, histories[0])
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


def _one_pass_losses(paths: list[Path], batch_size: int) -> pd.DataFrame:
    frames = []
    for path in paths:
        history = read_history(path)
        frames.append(
            pd.DataFrame(
                {
                    "learner": ONE_PASS,
                    "parents": history.parents,
                    "statistical_complexity": history.statistical_complexity,
                    "run": history.replicate,
                    "samples": int(history.step[-1]) * batch_size,
                    "loss": history.loss[:, -1],
                }
            )
        )
    losses = pd.concat(frames, ignore_index=True)
    stats.require_balanced(losses, ["parents", "samples"])
    return losses


_CHOOSING = {
    "validation_loss": Float64[np.ndarray, "run logged"],
    "samples": Int64[np.ndarray, " run"],
}


def fixed_sample_losses(path: Path, learner: str) -> pd.DataFrame:
    """Return the population loss of every network at the step chosen by its validation pairs."""
    history, choosing = read_history(path), stats.read_named_axes(path, _CHOOSING)
    chosen = choosing["validation_loss"].argmin(axis=1)
    losses = pd.DataFrame(
        {
            "learner": learner,
            "parents": history.parents,
            "statistical_complexity": history.statistical_complexity,
            "run": history.replicate,
            "samples": choosing["samples"],
            "loss": np.take_along_axis(history.loss, chosen[:, None], axis=1)[:, 0],
        }
    )
    stats.require_balanced(losses, ["parents", "samples"])
    return losses


def _estimator_losses(
    dataset: Dataset,
    name: str,
    sample_sizes: Sequence[int],
    repetitions: int,
    pseudocount: float,
    root_seed: int,
) -> pd.DataFrame:
    """Return the losses of both estimators on every graph, averaged over repetitions."""
    rows = []
    for index in range(dataset.runs):
        graph, truth = dataset.graph(index), dataset.probabilities(index)
        marginal = np.full(len(truth), 1.0 / len(truth))
        for samples in sample_sizes:
            random = generator(
                root_seed, "factorial", "samples_to_loss", "counts", name, index, samples
            )
            losses: dict[str, list[float]] = {KNOWN: [], HISTOGRAM: []}
            for _ in range(repetitions):
                counts = draw_counts(samples, truth, marginal, random)
                known = factored_histogram(graph, counts, pseudocount)
                losses[KNOWN].append(_divergence(truth, known))
                plain = conditional_histogram(counts, pseudocount)
                losses[HISTOGRAM].append(_divergence(truth, plain))
            rows += [
                {
                    "learner": learner,
                    "parents": int(dataset.parents[index]),
                    "statistical_complexity": int(dataset.statistical_complexity[index]),
                    "run": index,
                    "samples": samples,
                    "loss": float(np.mean(values)),
                }
                for learner, values in losses.items()
            ]
    return pd.DataFrame(rows)


def _divergence(truth: Float64[np.ndarray, "x y"], estimate: Float64[np.ndarray, "x y"]) -> float:
    """Return the mean Kullback-Leibler divergence of the rows in nats, as the networks' loss."""
    return float((truth * (np.log(truth) - np.log(estimate))).sum(axis=1).mean())


def _require_all_learners(losses: pd.DataFrame, path: Path) -> None:
    tasks = {
        frozenset(zip(rows["statistical_complexity"], rows["run"], strict=True))
        for _, rows in losses.groupby("learner")
    }
    if len(tasks) != 1:
        raise ArtifactError(
            path, "The networks were not trained on every run of every dataset of this step."
        )
