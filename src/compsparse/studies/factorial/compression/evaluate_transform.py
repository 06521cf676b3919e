"""Networks with and without the transform on the same graphs (document 004, Section 3.1).

With a learned embedding every input has its own vector, so layers add nothing to what the model can
express. With a fixed factor embedding they do: the control, where a difference must appear.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.histories.history import log_loss, read_history
from compsparse.studies.factorial.histories.per_run import per_run

COLUMNS = (
    "embedding_dimension",
    "approximation_complexity",
    "statistical_complexity",
    "run",
    "step",
    "loss",
)
WITHOUT, WITH = 0, 1  # layers
LEARNED, GIVEN = "learned", "given"  # embeddings


def log_ratios(rows: pd.DataFrame, dimension: int) -> Float64[np.ndarray, " step"]:
    """Return ln(loss with the transform / loss without) at each logged step after the first."""
    trained = rows[(rows["embedding_dimension"] == dimension) & (rows["step"] > 0)]
    wide = trained.pivot(index="step", columns="layers", values="loss").sort_index()
    ratios: Float64[np.ndarray, " step"] = log_loss(wide[WITH].to_numpy()) - log_loss(
        wide[WITHOUT].to_numpy()
    )
    return ratios


def narrow_gap(rows: pd.DataFrame) -> float | None:
    """Return that ratio after training, averaged over the dimensions below (AC)."""
    gaps = [log_ratios(rows, dimension)[-1] for dimension in _dimensions(rows, np.less)]
    return float(np.mean(gaps)) if gaps else None


def dynamics_gap(rows: pd.DataFrame) -> float:
    """Return the mean over logged steps and dimensions of the ratio's absolute value."""
    every = sorted(set(rows["embedding_dimension"]))
    return float(np.mean([np.abs(log_ratios(rows, dimension)).mean() for dimension in every]))


def worst_log10_loss_at_or_above_ac(rows: pd.DataFrame) -> float | None:
    """Return the largest log10 of a final loss, with or without, among dimensions from (AC) on."""
    wide = rows["embedding_dimension"].isin(_dimensions(rows, np.greater_equal))
    last = rows[wide & (rows["step"] == rows["step"].max())]
    return None if last.empty else float(log_loss(last["loss"].to_numpy()).max() / np.log(10))


def _dimensions(rows: pd.DataFrame, compare: Callable[[int, int], bool]) -> list[int]:
    pairs = rows[["embedding_dimension", "approximation_complexity"]].drop_duplicates()
    return sorted(int(d) for d, width in pairs.itertuples(index=False) if compare(d, width))


def given_gap(rows: pd.DataFrame) -> float:
    """Return that ratio after training with the fixed embedding, the control."""
    (dimension,) = set(rows["embedding_dimension"])
    return float(log_ratios(rows, dimension)[-1])


@stats.evaluates
def run(
    inputs: stats.Inputs, *, layers: Sequence[int], given_layers: Sequence[int]
) -> stats.Evaluation:
    """Compare the networks of ``history`` and, as a control, those of ``given_history``.

    The latter have a fixed factor embedding, and their loss is that on the seen inputs. ``layers``
    and ``given_layers`` are the numbers of layers of the variants, 0 or 1.
    """
    learned = _curves(stats.single(inputs, "history"), layers)
    given = _curves(stats.single(inputs, "given_history"), given_layers)
    tables = {LEARNED: learned, GIVEN: given}
    return stats.Evaluation(
        pd.concat([t.assign(embedding=name) for name, t in tables.items()], ignore_index=True),
        {
            **per_run(learned, narrow_gap, dynamics_gap, worst_log10_loss_at_or_above_ac),
            **per_run(given, given_gap),
        },
    )


def _curves(path: Path, variant_layers: Sequence[int]) -> pd.DataFrame:
    layers = np.array(variant_layers, dtype=np.int64)
    history = read_history(path)
    if history.train_loss is not None:
        history = replace(history, loss=history.train_loss)
    table = history.curves(*COLUMNS)
    table.insert(1, "layers", np.repeat(layers[history.variant], len(history.step)))
    cells = table[table["step"] == 0][["embedding_dimension", "layers", "run"]]
    stats.require_balanced(cells, ["embedding_dimension", "layers"])
    return table
