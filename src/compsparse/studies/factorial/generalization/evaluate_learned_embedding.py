"""The control of Section 2.2: learned embeddings of unseen inputs keep their initial values."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss
from compsparse.studies.factorial.histories.history import log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run

EMBEDDINGS = ("learned", "fixed")


def learned_excess_over_constant(rows: pd.DataFrame) -> float:
    """Return the final loss on unseen inputs, embedding learned, minus a constant's, in nats."""
    last = _last(rows, "learned")
    return float(last["loss"] - last["constant_loss"])


def learned_log_seen_over_untrained(rows: pd.DataFrame) -> float:
    """Return ln of the last over the first loss on seen inputs, embedding learned."""
    seen = log_loss(rows[rows["embedding"] == "learned"]["train_loss"].to_numpy())
    return float(seen[-1] - seen[0])


def fixed_log_loss_over_constant(rows: pd.DataFrame) -> float:
    """Return ln of the final loss on unseen inputs, embedding fixed, over a constant's."""
    last = _last(rows, "fixed")
    return float(log_loss(np.array([last["loss"]]))[0] - np.log(last["constant_loss"]))


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Compare the histories ``learned`` and ``fixed`` on the same graphs, splits and steps."""
    dataset = read_dataset(stats.single(inputs, "dataset"))
    tables = []
    for embedding in EMBEDDINGS:
        history = read_history(stats.single(inputs, embedding))
        constant = [
            constant_loss(dataset, replicate, rows)
            for replicate, rows in zip(history.replicate.tolist(), history.unseen, strict=True)
        ]
        table = history.curves("run", "step", "loss", "train_loss")
        table.insert(0, "embedding", embedding)
        tables.append(table.assign(constant_loss=np.repeat(constant, len(history.step))))
    table = pd.concat(tables, ignore_index=True)
    stats.require_balanced(table, ["embedding", "step"])
    return stats.Evaluation(
        table,
        per_run(
            table,
            learned_excess_over_constant,
            learned_log_seen_over_untrained,
            fixed_log_loss_over_constant,
        ),
    )


def _last(rows: pd.DataFrame, embedding: str) -> pd.Series:
    chosen = rows[rows["embedding"] == embedding]
    return chosen.sort_values("step").iloc[-1]
