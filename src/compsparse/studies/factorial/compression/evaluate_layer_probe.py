"""What linear probes decode from the layers of trained networks (document 004, Remark 1).

The remark says that layers mix representation, which keeps information and makes it more suited to
later layers, with compression, which is many-to-one. Probed are the input factors that no output
depends on, those that one depends on, the joint parent states, and the log probabilities.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.compression.layer_states import layer_states
from compsparse.studies.factorial.compression.linear_probe import explained_variance
from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.embedding import one_hot_codes
from compsparse.studies.factorial.histories.per_run import per_run
from workflow_engine.seeds import generator

EMBEDDINGS = ("learned", "fixed")

Targets = dict[str, Float64[np.ndarray, "x column"]]


def probe_targets(dataset: Dataset, run_index: int) -> Targets:
    """Return what is decoded from the states, one row per input."""
    graph = dataset.graph(run_index)
    codes = np.split(one_hot_codes(graph.inputs), np.cumsum(graph.inputs.sizes)[:-1], axis=1)
    used = dataset.adjacency[run_index].any(axis=0)
    if used.all() or not used.any():
        raise ValueError(
            f"Graph {run_index} uses {int(used.sum())} of {len(used)} input factors; the probe "
            "compares used ones with others. Take fewer parents than input factors."
        )
    states = dataset.parent_states(run_index)
    # centered over outputs: softmax is invariant to adding a constant per input
    log_probabilities = np.log(dataset.probabilities(run_index))
    return {
        "relevant factors": _join([c for c, u in zip(codes, used, strict=True) if u]),
        "irrelevant factors": _join([c for c, u in zip(codes, used, strict=True) if not u]),
        "parent states": _join(
            [np.eye(n)[s] for n, s in zip(graph.parent_state_counts, states, strict=True)]
        ),
        "log probabilities": log_probabilities - log_probabilities.mean(axis=1, keepdims=True),
    }


def _join(blocks: list[Float64[np.ndarray, "x _"]]) -> Float64[np.ndarray, "x column"]:
    return np.concatenate(blocks, axis=1)


def compression(rows: pd.DataFrame) -> float:
    """Return the gain in decodability with depth of relevant factors minus irrelevant ones."""
    return _change(rows, "relevant factors") - _change(rows, "irrelevant factors")


def representation(rows: pd.DataFrame) -> float:
    """Return the gain in decodability of the log probabilities from the embedding to the end."""
    return _change(rows, "log probabilities")


def _change(rows: pd.DataFrame, target: str) -> float:
    ordered = rows[rows["target"] == target].sort_values("depth")["explained_variance"]
    return float(ordered.iloc[-1] - ordered.iloc[0])


@stats.evaluates
def run(inputs: stats.Inputs, *, root_seed: int) -> stats.Evaluation:
    """Probe the networks ``learned`` and ``fixed``, both trained on ``dataset``."""
    dataset = read_dataset(stats.single(inputs, "dataset"))
    rows: list[tuple[str, str, int, int, float]] = []
    for embedding in EMBEDDINGS:
        states = layer_states(stats.single(inputs, embedding))
        for run_index in range(dataset.runs):
            targets = probe_targets(dataset, run_index)
            # the same folds at every depth and for every target
            names = ("factorial", "layer_probe", "folds", run_index)
            for depth, layer in enumerate(states):
                for target, values in targets.items():
                    folds = generator(root_seed, *names)
                    explained = explained_variance(layer[run_index], values, folds)
                    rows.append((embedding, target, depth, run_index, explained))
    columns = ["embedding", "target", "depth", "run", "explained_variance"]
    table = pd.DataFrame(rows, columns=columns)
    statistics: dict[str, stats.MeanOf] = {}
    for embedding in EMBEDDINGS:
        found = per_run(table[table["embedding"] == embedding], compression, representation)
        statistics |= {f"{embedding}_{name}": mean for name, mean in found.items()}
    return stats.Evaluation(table, statistics)
