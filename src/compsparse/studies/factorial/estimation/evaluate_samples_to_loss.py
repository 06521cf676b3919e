"""Samples needed to reach a loss: networks beside two estimators (document 004, Section 3.2, end).

Theorem 3 lets the number of samples scale with (SC); the document says that networks match this.
All learners see the same tasks, whose statistical complexity grows with the number of parents.
"""

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.artifacts.errors import ArtifactError
from compsparse.seeds import generator
from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.estimation.counts import draw_counts
from compsparse.studies.factorial.estimation.factored_histogram import factored_histogram
from compsparse.studies.factorial.estimation.histogram import conditional_histogram
from compsparse.studies.factorial.estimation.samples_needed import samples_needed
from compsparse.studies.factorial.histories.history import read_history

NETWORK, KNOWN, HISTOGRAM = "network", "known structure", "histogram"

_RUN = ["learner", "parents", "statistical_complexity", "run"]


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return the samples that each learner needs for each target, and their exponents in (SC).

    Inputs: ``datasets``, one per number of parents; ``histories`` of the networks trained on all of
    them, one per run length. Params: those of the settings ``SamplesToLossEvaluation``, and
    batch_size of the networks.
    """
    paths = stats.many(inputs, "datasets")
    datasets = [read_dataset(path) for path in paths]
    losses = pd.concat(
        [
            _network_losses(stats.many(inputs, "histories"), params["batch_size"]),
            *(_estimator_losses(d, p.stem, params) for d, p in zip(datasets, paths, strict=True)),
        ],
        ignore_index=True,
    )
    table = needed(losses, params["targets"])
    _require_all_learners(table, stats.many(inputs, "histories")[0])
    statistics: dict[str, stats.MeanOf] = {}
    for target, place in zip(params["targets"], ("larger", "smaller"), strict=True):
        of_target: dict[str, stats.Statistic] = {
            "network_exponent": partial(exponent, learner=NETWORK),
            "known_structure_exponent": partial(exponent, learner=KNOWN),
            "histogram_exponent": partial(exponent, learner=HISTOGRAM),
            "exponent_difference": exponent_difference,
            "least_log_saving": least_log_saving,
        }
        statistics |= stats.replicate_statistics(
            table[table["target"] == target],
            {f"{name}_{place}_target": (each, stats.ANY_VALUE) for name, each in of_target.items()},
        )
    return stats.Evaluation(table, statistics)


def needed(losses: pd.DataFrame, targets: list[float]) -> pd.DataFrame:
    """Return one row per learner, task, replicate and target with the samples that are needed."""
    rows = []
    for keys, curve in losses.groupby(_RUN):
        curve = curve.sort_values("samples")
        for target in targets:
            try:
                samples = samples_needed(
                    curve["samples"].to_numpy(dtype=np.float64), curve["loss"].to_numpy(), target
                )
            except ValueError as error:
                learner, parents, _, replicate = keys
                raise ValueError(
                    f"{learner}, {parents} parents, run {replicate}: {error}"
                ) from None
            rows.append(
                {**dict(zip(_RUN, keys, strict=True)), "target": target, "samples": samples}
            )
    return pd.DataFrame(rows)


def exponent(rows: pd.DataFrame, learner: str) -> float | None:
    """Return the slope of ln samples on ln SC of one learner."""
    own = rows[rows["learner"] == learner]
    if own["statistical_complexity"].nunique() < 2:
        return None
    return stats.log_log_slope(
        own["statistical_complexity"].to_numpy(dtype=np.float64), own["samples"].to_numpy()
    )


def exponent_difference(rows: pd.DataFrame) -> float | None:
    """Return the exponent of the networks minus that of the known structure."""
    networks, known = exponent(rows, NETWORK), exponent(rows, KNOWN)
    return None if networks is None or known is None else networks - known


def least_log_saving(rows: pd.DataFrame) -> float:
    """Return the least ln (samples of the histogram / samples of the network) over the tasks."""
    wide = rows.pivot(index="statistical_complexity", columns="learner", values="samples")
    return float(np.log(wide[HISTOGRAM] / wide[NETWORK]).min())


def _network_losses(paths: list[Path], batch_size: int) -> pd.DataFrame:
    """Return the final loss of every network, and the samples that its run has seen."""
    frames = []
    for path in paths:
        history = read_history(path)
        frames.append(
            pd.DataFrame(
                {
                    "learner": NETWORK,
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


def _estimator_losses(dataset: Dataset, name: str, params: stats.Params) -> pd.DataFrame:
    """Return the losses of both estimators on every graph, averaged over repetitions."""
    rows = []
    for index in range(dataset.runs):
        graph, truth = dataset.graph(index), dataset.probabilities(index)
        marginal = np.full(len(truth), 1.0 / len(truth))
        for samples in params["samples"]:
            random = generator(
                params["root_seed"], "factorial", "samples_to_loss", "counts", name, index, samples
            )
            losses: dict[str, list[float]] = {KNOWN: [], HISTOGRAM: []}
            for _ in range(params["repetitions"]):
                counts = draw_counts(samples, truth, marginal, random)
                known = factored_histogram(graph, counts, params["pseudocount"])
                losses[KNOWN].append(_divergence(truth, known))
                plain = conditional_histogram(counts, params["pseudocount"])
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


def _require_all_learners(table: pd.DataFrame, path: Path) -> None:
    tasks = {
        frozenset(zip(rows["statistical_complexity"], rows["run"], strict=True))
        for _, rows in table.groupby("learner")
    }
    if len(tasks) != 1:
        raise ArtifactError(
            path, "The networks were not trained on every run of every dataset of this step."
        )
