"""Whether an embedding learned on one task is useful for another one (document 004, Section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import log_loss, read_history

_CONTRASTS = (
    ("compatible", "incompatible"),
    ("incompatible", "untrained"),
    ("compatible", "oracle"),
    ("oracle", "untrained"),
)
# where a sum of factor vectors does not halve the loss, no embedding can be shown to help
_CONTROL = "oracle_minus_untrained"
_NEED_THE_CONTROL = ("incompatible_minus_untrained", "compatible_minus_oracle")


def log_contrast(first: str, second: str) -> stats.Statistic:
    """Return the statistic: mean over seen fractions of ln loss with ``first`` minus ``second``."""

    def statistic(rows: pd.DataFrame) -> float | None:
        wide = rows.pivot(index="seen_fraction", columns="embedding", values="loss")
        logs = [log_loss(wide[name].to_numpy()) for name in (first, second)]
        return float((logs[0] - logs[1]).mean())

    return statistic


@dataclass(frozen=True)
class Variant:
    """A network of the second task."""

    embedding: str
    seen_fraction: float


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[Variant]) -> stats.Evaluation:
    """Compare the losses on unseen inputs of the second task, at the end of training.

    Whether two embeddings are equally good is measured only where the control shows that the
    embedding matters.
    """
    path = stats.single(inputs, "history")
    history = read_history(path)
    if set(history.variant.tolist()) != set(range(len(variants))):
        raise ValueError(
            f"{path} holds the variants {sorted(set(history.variant.tolist()))}; the parameters "
            f"describe {len(variants)}."
        )
    train_loss = history.train_loss
    if train_loss is None:
        raise ValueError(f"{path} has no loss on seen inputs; train with train_transfer.")
    table = pd.DataFrame(
        {
            **{
                name: [getattr(variants[index], name) for index in history.variant]
                for name in ("embedding", "seen_fraction")
            },
            "run": history.replicate,
            "loss": history.loss[:, -1],
            "lowest_loss": history.loss.min(axis=1),
            "train_loss": train_loss[:, -1],
        }
    )
    stats.require_balanced(table, ["embedding", "seen_fraction"])
    found = stats.replicate_statistics(
        table,
        {
            f"{first}_minus_{second}": (log_contrast(first, second), stats.ANY_VALUE)
            for first, second in _CONTRASTS
        },
    )
    if found[_CONTROL].samples.mean() > -np.log(2):
        found = {name: found[name] for name in found if name not in _NEED_THE_CONTROL}
    return stats.Evaluation(table, found)
