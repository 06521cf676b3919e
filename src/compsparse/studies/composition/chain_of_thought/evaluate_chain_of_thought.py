"""What is learned from labels of the steps, and from the answer alone, on hard questions only."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

_ARRAYS = {
    "step": Int64[np.ndarray, "look"],
    "sequences": Int64[np.ndarray, "look"],
    "labels": Int64[np.ndarray, "look"],
    "rate": Float64[np.ndarray, "rate"],
    "symbols": Int64[np.ndarray, ""],
    "accuracy": Float64[np.ndarray, "rate run look"],
    "validation": Float64[np.ndarray, "rate run look"],
}
KINDS = ("chain", "unlabelled_chain", "answer_only", "answer_only_more")


@dataclass(frozen=True)
class _History:
    """A training at the rate that validation chooses, by its look."""

    step: Int64[np.ndarray, " look"]
    sequences: Int64[np.ndarray, " look"]
    labels: Int64[np.ndarray, " look"]
    rate: float
    accuracy: Float64[np.ndarray, "run look"]
    chance: float


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per kind of training, run and look, and how kinds compare at the end."""
    trained = {kind: _read(stats.single(inputs, kind)) for kind in KINDS}
    chain, unlabelled, answer_only, more = (trained[kind] for kind in KINDS)
    reached = {kind: history.accuracy[:, -1] for kind, history in trained.items()}
    without = np.maximum(reached["answer_only"], reached["answer_only_more"])
    # the first look by which the unlabelled chain has seen as many sequences as the labelled one
    equal = int((unlabelled.sequences >= chain.sequences[-1]).argmax())
    controls = unlabelled, answer_only, more
    return stats.Evaluation(
        pd.concat([_rows(kind, history) for kind, history in trained.items()], ignore_index=True),
        {
            "chain_accuracy": stats.MeanOf(reached["chain"], support=stats.SHARE),
            "answer_only_accuracy": stats.MeanOf(reached["answer_only"], support=stats.SHARE),
            "answer_only_more_accuracy": stats.MeanOf(
                reached["answer_only_more"], support=stats.SHARE
            ),
            "advantage": stats.MeanOf(reached["chain"] - without),
            "label_advantage": stats.MeanOf(reached["chain"] - unlabelled.accuracy[:, equal]),
            "updates_of_controls": stats.exact(
                min(float(history.step[-1] / chain.step[-1]) for history in controls)
            ),
            "labels_of_control": stats.exact(float(more.labels[-1] / chain.labels[-1])),
        },
    )


def _read(path: Path) -> _History:
    arrays = stats.read_named_axes(path, _ARRAYS)
    best = int(arrays["validation"][:, :, -1].mean(axis=1).argmax())
    return _History(
        **{name: arrays[name] for name in ("step", "sequences", "labels")},
        rate=float(arrays["rate"][best]),
        accuracy=arrays["accuracy"][best],
        chance=1.0 / int(arrays["symbols"]),
    )


def _rows(kind: str, history: _History) -> pd.DataFrame:
    run, look = np.indices(history.accuracy.shape).reshape(2, -1)
    return pd.DataFrame(
        {
            "kind": kind,
            "rate": history.rate,
            "run": run,
            "step": history.step[look],
            "sequences": history.sequences[look],
            "labels": history.labels[look],
            "accuracy": history.accuracy.reshape(-1),
            "chance": history.chance,
        }
    )
