"""Whether an embedding learned on one task serves another one (document 004, Section 5)."""

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
# where a sum of factor vectors does not halve the loss, no embedding could show that it helps
_CONTROL = "oracle_minus_untrained"
_NEED_THE_CONTROL = ("incompatible_minus_untrained", "compatible_minus_oracle")


def log_contrast(first: str, second: str) -> stats.Statistic:
    """Return the statistic: mean over seen fractions of ln loss with ``first`` minus ``second``."""

    def statistic(rows: pd.DataFrame) -> float | None:
        wide = rows.pivot(index="seen_fraction", columns="embedding", values="loss")
        logs = [log_loss(wide[name].to_numpy()) for name in (first, second)]
        return float((logs[0] - logs[1]).mean())

    return statistic


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Compare the losses on unseen inputs of the second task, at the end of training.

    Params: variants, each a mapping with its embedding and seen_fraction. That two embeddings are
    equally good is measured only where the control shows that embeddings matter.
    """
    path = stats.single(inputs, "history")
    history = read_history(path)
    variants = params["variants"]
    if set(history.variant.tolist()) != set(range(len(variants))):
        raise ValueError(
            f"{path} holds the variants {sorted(set(history.variant.tolist()))}; the parameters "
            f"describe {len(variants)}."
        )
    train_loss = history.train_loss
    if train_loss is None:
        raise ValueError(f"{path} has no loss on seen inputs; train with train.transfer.")
    table = pd.DataFrame(
        {
            **{
                name: [variants[variant][name] for variant in history.variant]
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
