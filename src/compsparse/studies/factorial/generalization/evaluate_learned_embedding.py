"""The control of Section 2.2: learned embeddings of unseen inputs keep their initial values."""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model.constant_prediction import constant_loss
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.generalization.unseen_inputs import seen_loss, unseen_inputs
from compsparse.studies.factorial.histories.history import log_loss, read_history

EMBEDDINGS = ("learned", "fixed")
_COLUMNS = ("embedding", "run", "step", "loss", "train_loss", "constant_loss")


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
    splits: list[np.ndarray] = []
    for embedding in EMBEDDINGS:
        path = stats.single(inputs, embedding)
        history = read_history(path)
        unseen = unseen_inputs(path, history)
        constant = [
            constant_loss(dataset, int(replicate), rows)
            for replicate, rows in zip(history.replicate, unseen, strict=True)
        ]
        logged = len(history.step)
        values = (
            np.full(history.loss.size, embedding),
            np.repeat(history.replicate, logged),
            np.tile(history.step, len(history.loss)),
            history.loss.reshape(-1),
            seen_loss(path, history).reshape(-1),
            np.repeat(constant, logged),
        )
        tables.append(pd.DataFrame(dict(zip(_COLUMNS, values, strict=True))))
        splits.append(np.array(history.seen))
    if not np.array_equal(splits[0], splits[1]):
        raise ValueError(
            "The learned and the fixed embedding were not trained on the same inputs; train both "
            "as one experiment, from one dataset."
        )
    table = pd.concat(tables, ignore_index=True)
    stats.require_balanced(table, ["embedding", "step"])
    statistics = {
        "learned_excess_over_constant": (learned_excess_over_constant, stats.ANY_VALUE),
        "learned_log_seen_over_untrained": (learned_log_seen_over_untrained, stats.ANY_VALUE),
        "fixed_log_loss_over_constant": (fixed_log_loss_over_constant, stats.ANY_VALUE),
    }
    return stats.Evaluation(table, stats.replicate_statistics(table, statistics))


def _last(rows: pd.DataFrame, embedding: str) -> pd.Series:
    chosen = rows[rows["embedding"] == embedding]
    return chosen.sort_values("step").iloc[-1]
