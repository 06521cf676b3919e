"""Which directions m neurons learn: one each, and nearly the first m (document 003, part I)."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.emergence.starts.stored import Starts, read_starts
from compsparse.studies.emergence.tables import table_of
from compsparse.studies.emergence.width.families import Family, read_families
from compsparse.studies.emergence.width.greedy_assignment import predicted

_SMALLEST_QUARTERED = 8  # neurons, so that a quarter of them is at least two
SHARES = ("distinct_share", "top_overlap", "predicted_share", "top_quarter_share")


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    exponents: Sequence[float],
    widths: Sequence[int],
    order: int,
    initial_strength: float,
) -> stats.Evaluation:
    """Return a row per learned direction, and the learned shares of several sets of directions."""
    families = read_families(inputs, exponents, widths)
    widest = families[0].widths[-1]
    if widest < _SMALLEST_QUARTERED:
        raise ValueError(
            f"The widest student has {widest} neurons; a quarter of the width is read from "
            f"{_SMALLEST_QUARTERED} on. Train a wider one."
        )
    starts = read_starts(stats.single(inputs, "starts"))
    tables = [_learned(family, starts, order, initial_strength) for family in families]
    table = pd.concat(tables, ignore_index=True)
    shares = _shares(table)
    means = {name: shares[name].dropna().groupby("run").mean().to_numpy() for name in SHARES}
    return stats.Evaluation(
        table, {name: stats.MeanOf(values, stats.SHARE) for name, values in means.items()}
    )


def _learned(family: Family, starts: Starts, order: int, initial_strength: float) -> pd.DataFrame:
    frames = []
    for student in family.students:
        for replicate in range(family.runs):
            learned = student.learned(replicate)
            expected = predicted(
                starts, family.teacher, replicate, student.neurons, order, initial_strength
            )
            cell = {"exponent": family.exponent, "neurons": student.neurons, "run": replicate}
            known = np.isin(learned, expected.directions).astype(np.int64)
            frames.append(table_of({**cell, "rank": learned + 1}, predicted=known))
    return pd.concat(frames, ignore_index=True)


def _shares(table: pd.DataFrame) -> pd.DataFrame:
    """Return, for each exponent, width and run, the shares that the metrics average."""
    width = table["neurons"]
    quarter = width // 4
    marked = table.assign(
        distinct_share=1 / width,
        top_overlap=(table["rank"] <= width) / width,
        predicted_share=table["predicted"] / width,
        top_quarter_share=((table["rank"] <= quarter) / quarter).where(
            width >= _SMALLEST_QUARTERED
        ),
    )
    cells = marked.groupby(["exponent", "neurons", "run"])[list(SHARES)]
    return cells.sum(min_count=1).clip(upper=1.0)
