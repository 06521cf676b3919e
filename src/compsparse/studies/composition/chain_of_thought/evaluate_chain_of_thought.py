"""What is learned from labels of the steps, and from the answer alone, on hard questions only."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

KINDS = ("chain", "unlabelled_chain", "answer_only", "answer_only_more")


@dataclass(frozen=True)
class _History:
    """A training's file: accuracy, and what was used before each look."""

    step: Int64[np.ndarray, " look"]
    sequences: Int64[np.ndarray, " look"]
    labels: Int64[np.ndarray, " look"]
    rate: Float64[np.ndarray, " rate"]
    symbols: int
    accuracy: Float64[np.ndarray, "rate run look"]
    validation: Float64[np.ndarray, "rate run look"]

    @property
    def best(self) -> int:
        """Index of the rate that validation chooses."""
        return int(self.validation[:, :, -1].mean(axis=1).argmax())

    def table(self, kind: str) -> pd.DataFrame:
        """Return one row per run and look."""
        accuracy = self.accuracy[self.best]
        run, look = np.indices(accuracy.shape).reshape(2, -1)
        return pd.DataFrame(
            {
                "kind": kind,
                "rate": self.rate[self.best],
                "run": run,
                "step": self.step[look],
                "sequences": self.sequences[look],
                "labels": self.labels[look],
                "accuracy": accuracy.reshape(-1),
                "chance": 1.0 / self.symbols,
            }
        )


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Return one row per kind of training, run and look, and how kinds compare at the end."""
    trained = {kind: stats.read_dataclass(stats.single(inputs, kind), _History) for kind in KINDS}
    chain, unlabelled, answer_only, more = trained.values()
    reached = {kind: history.accuracy[history.best][:, -1] for kind, history in trained.items()}
    without = np.maximum(reached["answer_only"], reached["answer_only_more"])
    # the first look by which the unlabelled chain has seen as many sequences as the labelled one
    equal = int((unlabelled.sequences >= chain.sequences[-1]).argmax())
    at_equal = unlabelled.accuracy[unlabelled.best][:, equal]
    updates = [float(other.step[-1] / chain.step[-1]) for other in (unlabelled, answer_only, more)]
    return stats.Evaluation(
        pd.concat([history.table(kind) for kind, history in trained.items()], ignore_index=True),
        {
            **{
                f"{kind}_accuracy": stats.MeanOf(reached[kind], support=stats.SHARE)
                for kind in ("chain", "answer_only", "answer_only_more")
            },
            "advantage": stats.MeanOf(reached["chain"] - without),
            "label_advantage": stats.MeanOf(reached["chain"] - at_equal),
            "updates_of_controls": stats.exact(min(updates)),
            "labels_of_control": stats.exact(float(more.labels[-1] / chain.labels[-1])),
        },
    )
