"""Trees and bigrams that tell stories with agreement over a distance (listed paper, NeurIPS 2024).

Cross entropies and the probability of a consistent story are counted over all stories.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError
from compsparse.statistics.evaluation import Evaluation, MeanOf, evaluates
from compsparse.steps import Inputs, Params, single
from compsparse.studies.circuits.local_steps.stories import template
from compsparse.studies.circuits.local_steps.stories.judged import judged
from compsparse.studies.circuits.local_steps.stories.template import ENTROPY, WORDS

MODELS = ("tree", "bigram")
MEASURES = ("cross_entropy", "consistent")

_NO_SMOOTHING = 1e-12  # so that what never follows has a logarithm


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Return cross entropies and consistent shares by the number of stories, and the last ones."""
    table = _rows(single(inputs, "model"))
    last = table[table["stories"] == table["stories"].max()]
    tree, bigram = (last[last["model"] == model].sort_values("run") for model in MODELS)
    entropies = {model: rows["cross_entropy"].to_numpy() for model, rows in last.groupby("model")}
    per_run = {
        "tree_excess": entropies["tree"] - ENTROPY,
        "bigram_excess": entropies["bigram"] - bigram_limit(),
        "tree_over_bigram": entropies["tree"] / entropies["bigram"],
        "tree_consistent": tree["consistent"].to_numpy(),
        "bigram_consistent": bigram["consistent"].to_numpy(),
    }
    return Evaluation(table, {name: MeanOf(values) for name, values in per_run.items()})


def bigram_limit() -> float:
    """Return the cross entropy of a bigram that was shown every story."""
    stories, words = template.all_stories(), len(WORDS)
    last = template.contexts(stories, 1)[..., 0].astype(np.int64)
    pairs = np.bincount((last * words + stories).ravel(), minlength=(words + 1) * words)
    return judged(pairs.reshape(-1, words), last, stories, _NO_SMOOTHING).cross_entropy


def _rows(path: Path) -> pd.DataFrame:
    arrays = read_arrays(path)
    sizes, leaves = (_counts(path, arrays.get(name), name) for name in ("sizes", "leaves"))
    if leaves.ndim != 2 or sizes.shape != leaves.shape[1:]:
        raise ArtifactError(
            path,
            f"sizes and leaves have the shapes {sizes.shape} and {leaves.shape}; needed are sizes, "
            "and runs by the same sizes.",
        )
    run, size = (index.ravel() for index in np.indices(leaves.shape))
    frames = []
    for model in MODELS:
        rows = pd.DataFrame({"model": model, "run": run, "stories": sizes[size]})
        rows["leaves"] = leaves.ravel() if model == "tree" else len(WORDS) + 1
        for measure in MEASURES:
            name = f"{model}_{measure}"
            array = arrays.get(name)
            if array is None or array.dtype != np.float64 or array.shape != leaves.shape:
                raise ArtifactError(
                    path, f"The array {name!r} is missing or not float64 of shape {leaves.shape}."
                )
            if not (np.isfinite(array) & (array >= 0)).all():
                raise ArtifactError(path, f"{name} has values below 0 or not finite.")
            rows[measure] = array.ravel()
        frames.append(rows)
    return pd.concat(frames, ignore_index=True).assign(entropy=ENTROPY)


def _counts(path: Path, array: np.ndarray | None, name: str) -> np.ndarray:
    if array is None or array.dtype != np.int64 or not array.size or array.min() < 1:
        raise ArtifactError(path, f"The array {name!r} is missing or not of positive int64 counts.")
    return array
