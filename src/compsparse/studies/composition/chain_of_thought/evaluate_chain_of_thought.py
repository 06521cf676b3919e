"""What is learned from labels of the steps, and from the answer alone, on hard questions only."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.statistics import api as stats

KINDS = ("chain", "unlabelled_chain")


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
    """Return one row per kind of training, run and look, and how kinds compare."""
    trained = {kind: stats.read_dataclass(stats.single(inputs, kind), _History) for kind in KINDS}
    chain, unlabelled = trained.values()
    reached = chain.accuracy[chain.best][:, -1]
    # the first look by which the unlabelled chain has seen as many sequences as the labelled one
    equal = int((unlabelled.sequences >= chain.sequences[-1]).argmax())
    at_equal = unlabelled.accuracy[unlabelled.best][:, equal]
    return stats.Evaluation(
        pd.concat([history.table(kind) for kind, history in trained.items()], ignore_index=True),
        {
            "chain_accuracy": stats.MeanOf(reached, support=stats.SHARE),
            "label_advantage": stats.MeanOf(reached - at_equal),
        },
    )
