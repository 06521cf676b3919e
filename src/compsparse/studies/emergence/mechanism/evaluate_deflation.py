"""How many directions students learn with and without repulsion between neurons.

Document 003, part I, proof sketch, claim 2: the norm of an aligned neuron grows fast, which removes
its direction from the others' problem while they overlap little with it. Without this deflation,
each neuron goes where a_p M_ip^(k-2) is largest at its start, many to the same direction.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.emergence.tables import table_of

SMALL = 0.1  # squared overlap
ENOUGH = 1.5  # neurons per direction that are expected to suffice to learn all directions
_BY_RUN = Float64[np.ndarray, "run direction"]
_FLOW = {"aligned": _BY_RUN, "stray": _BY_RUN}
_WINNERS = {"foreign": _BY_RUN, "foreign_start": _BY_RUN}
_LAWS = ("with_deflation", "without_deflation")


@stats.evaluates
def run(inputs: stats.Inputs, *, widths: Sequence[int]) -> stats.Evaluation:
    """Count what the histories ``with_deflation`` and ``without_deflation`` learned.

    Rows of the kind ``count``, one per law, width and run, have ``stray``, the largest squared
    overlap at the end of a learned direction's strongest neuron with another direction; of
    ``recovery``, one per run and direction of ``winners``, ``foreign``, that of other directions'
    winners with it when it is recovered, and ``foreign_start``. What never happens is missing.
    ``widths`` are m of each law's histories.
    """
    rows: list[pd.DataFrame] = []
    for law in _LAWS:
        made = zip(stats.many(inputs, law), widths, strict=True)
        rows += [_rows(path, law, width) for path, width in made]
    table = pd.concat([*rows, _recoveries(stats.single(inputs, "winners"))], ignore_index=True)
    wanted: list[Callable[[pd.DataFrame], float]] = [least_learned_with, most_learned_without]
    if _law_rows(table, "with_deflation")["stray"].notna().all():
        wanted.append(stray_overlap)
    recovered = table[table["kind"] == "recovery"].groupby("run")["foreign"].count()
    if (recovered > 0).all():
        wanted += [median_foreign_overlap, small_foreign_overlaps]
    statistics = {statistic.__name__: (statistic, stats.SHARE) for statistic in wanted}
    return stats.Evaluation(table, stats.replicate_statistics(table, statistics))


def least_learned_with(rows: pd.DataFrame) -> float:
    """Return the least share of directions learned with deflation, over sufficient widths."""
    law_rows = _law_rows(rows, "with_deflation")
    wide = law_rows[law_rows["neurons"] >= ENOUGH * law_rows["directions"]]
    if wide.empty:
        widths = sorted(set(law_rows["neurons"].astype(int)))
        raise ValueError(
            f"No width of {widths} has {ENOUGH:g} neurons for each of the "
            f"{law_rows['directions'].iloc[0]:g} directions; add one."
        )
    return float((wide["learned"] / wide["directions"]).min())


def most_learned_without(rows: pd.DataFrame) -> float:
    """Return the largest share of directions learned without deflation, over all widths."""
    law_rows = _law_rows(rows, "without_deflation")
    return float((law_rows["learned"] / law_rows["directions"]).max())


def stray_overlap(rows: pd.DataFrame) -> float:
    """Return the largest squared overlap of a winner with another direction, over all widths."""
    return float(_law_rows(rows, "with_deflation")["stray"].max())


def median_foreign_overlap(rows: pd.DataFrame) -> float:
    """Return the median over recovered directions of the largest overlap of other winners."""
    return float(rows["foreign"].dropna().median())


def small_foreign_overlaps(rows: pd.DataFrame) -> float:
    """Return the share of recovered directions where that largest squared overlap is small."""
    return float((rows["foreign"].dropna() < SMALL).mean())


def _law_rows(rows: pd.DataFrame, law: str) -> pd.DataFrame:
    return rows[rows["law"] == law]


def _rows(path: Path, law: str, width: int) -> pd.DataFrame:
    history = stats.read_named_axes(path, _FLOW)
    aligned, stray = history["aligned"], history["stray"]
    return pd.DataFrame(
        {
            "kind": "count",
            "law": law,
            "neurons": width,
            "run": np.arange(len(aligned)),
            "directions": aligned.shape[1],
            "learned": np.isfinite(aligned).sum(axis=1),
            "stray": np.fmax.reduce(stray, axis=1),  # ignores NaN
        }
    )


def _recoveries(path: Path) -> pd.DataFrame:
    history = stats.read_named_axes(path, _WINNERS)
    runs, directions = history["foreign"].shape
    axes = {"kind": "recovery", "run": range(runs), "direction": range(1, directions + 1)}
    return table_of(axes, **history)
