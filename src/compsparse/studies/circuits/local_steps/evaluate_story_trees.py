"""Trees and bigrams that generate stories whose words agree at a distance (NeurIPS 2024)."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.local_steps.stories import template
from compsparse.studies.circuits.local_steps.stories.template import judged
from workflow_engine.artifacts import errors, named_axes

MODELS = ("tree", "bigram")
MEASURES = ("cross_entropy", "consistent")

_NO_SMOOTHING = 1e-12  # so that the logarithm of a zero count is finite


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return cross entropies and consistent fractions by number of stories, and the last ones."""
    table = _rows(stats.single(inputs, "model"))
    last = table[table["stories"] == table["stories"].max()].set_index("run")
    tree, bigram = (last[last["model"] == model] for model in MODELS)
    per_run = {
        "tree_excess": tree["cross_entropy"] - template.ENTROPY,
        "bigram_excess": bigram["cross_entropy"] - bigram_limit(),
        "tree_consistent": tree["consistent"],
        "bigram_consistent": bigram["consistent"],
    }
    return stats.Evaluation(
        table, {name: stats.MeanOf(values.to_numpy()) for name, values in per_run.items()}
    )


def bigram_limit() -> float:
    """Return the cross entropy of a bigram model trained on every story."""
    stories, words = template.all_stories(), len(template.WORDS)
    last = template.contexts(stories, 1)[..., 0].astype(np.int64)
    pairs = np.bincount((last * words + stories).ravel(), minlength=(words + 1) * words)
    return judged(pairs.reshape(-1, words), last, stories, _NO_SMOOTHING).cross_entropy


def _rows(path: Path) -> pd.DataFrame:
    measured = [f"{model}_{measure}" for model in MODELS for measure in MEASURES]
    arrays = named_axes.read_named_axes(
        path,
        {
            "sizes": Int64[np.ndarray, " size"],
            "leaves": Int64[np.ndarray, "run size"],
            **dict.fromkeys(measured, Float64[np.ndarray, "run size"]),
        },
    )
    for name, array in arrays.items():
        least = 0 if name in measured else 1
        if not (np.isfinite(array) & (array >= least)).all():
            raise errors.ArtifactError(path, f"{name} has values below {least} or not finite.")
    sizes, leaves = arrays["sizes"], arrays["leaves"]
    run, size = (index.ravel() for index in np.indices(leaves.shape))
    frames = []
    for model in MODELS:
        rows = pd.DataFrame({"model": model, "run": run, "stories": sizes[size]})
        rows["leaves"] = leaves.ravel() if model == "tree" else len(template.WORDS) + 1
        for measure in MEASURES:
            rows[measure] = arrays[f"{model}_{measure}"].ravel()
        frames.append(rows)
    return pd.concat(frames, ignore_index=True).assign(entropy=template.ENTROPY)
