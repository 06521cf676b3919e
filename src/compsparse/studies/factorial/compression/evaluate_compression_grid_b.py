"""Compression, grid B: the size of the input factors and the dimension vary (Figures 4, 19).

The number of inputs grows with the size of the factors, and with it the loss of a narrow embedding,
with factors or without. So losses are divided by those of shuffled tables: the same tables, with
the outcomes permuted for each input.
"""

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.factorial.compression import compression_grid
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.histories.comparisons import log_slope_within, narrow
from compsparse.studies.factorial.histories.history import SMALLEST_LOSS, read_history

_CELL = ["tokens", "embedding_dimension", "run"]


@stats.evaluates
def run(inputs: stats.Inputs) -> stats.Evaluation:
    """Evaluate ``histories`` relative to ``shuffled_histories``, of as many inputs."""
    paths = stats.many(inputs, "shuffled_histories")
    shuffled = with_tokens(
        pd.concat([compression_grid.final_losses(read_history(p)) for p in paths])
    )

    def relative(table: pd.DataFrame) -> pd.DataFrame:
        losses = shuffled.set_index(_CELL)["loss"].rename("shuffled_loss")
        joined = with_tokens(table).join(losses, on=_CELL)
        if joined["shuffled_loss"].isna().any():
            raise ValueError("Every cell needs a shuffled one with as many inputs; train both.")
        return joined.drop(columns="tokens")

    return compression_grid.evaluate(
        inputs, relative, relative_slope_below_ac=(relative_slope_below_ac, stats.ANY_VALUE)
    )


def with_tokens(table: pd.DataFrame) -> pd.DataFrame:
    """Add the number of inputs, which factored and shuffled tables have in common."""
    sizes = {label: Factorization.parse(label).size for label in set(table["input_factors"])}
    return table.assign(tokens=table["input_factors"].map(sizes))


def relative_slope_below_ac(rows: pd.DataFrame) -> float | None:
    """Return the slope of ln(loss / loss of shuffled tables) on ln (SC), dimensions below (AC)."""
    cells = narrow(rows)
    ratios = pd.Series(np.log(cells["loss"].clip(lower=SMALLEST_LOSS) / cells["shuffled_loss"]))
    return log_slope_within(cells, "embedding_dimension", "statistical_complexity", ratios)
