"""Rank correlations of complexity measures with the gap, one factor at a time and over all."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.tickets.generalization.measures import MEASURES, measures
from compsparse.studies.tickets.wired.chosen import Networks, Trained
from compsparse.studies.tickets.wired.shape import WIRINGS

FACTORS = ("examples", "channels", "decay", "noise", "wiring")
_RANDOM = 0.5  # noise at which labels are random; such networks are left out


@dataclass(frozen=True)
class Usual:
    """The network that others differ from in one factor."""

    channels: int
    decay: float
    examples: int
    noise: float


@stats.evaluates
def run(
    inputs: stats.Inputs, *, about: Sequence[Networks], wirings: Sequence[str], usual: Usual
) -> stats.Evaluation:
    """Return one row per network and run: what it is, its gap and its measures.

    Correlations are Kendall's tau over networks that differ in one factor; where there are several
    such sets, their mean. Pairs that a measure ties do not count. ``factors`` is the mean over all
    factors, for measures that change with each of them.

    Args:
        inputs: models, a file for each entry of ``about``.
        about: the networks of the files.
        wirings: those whose channels, decay and noise are varied.
        usual: the network that others differ from.
    """
    frames = []
    for networks, path in zip(about, stats.many(inputs, "models"), strict=True):
        trained = Trained(path, networks)
        rows = trained.table(gap=trained.gap())
        rows.insert(0, "wiring", networks.wiring)
        rows.insert(1, "channels", networks.channels)
        by_cell = [
            measures([values[place] for values in trained.weights], trained.shape, cell.examples)
            for place, cell in enumerate(trained.cells)
        ]
        found = {name: np.concatenate([cell[name] for cell in by_cell]) for name in MEASURES}
        frames.append(rows.assign(**found)[rows["noise"] != _RANDOM])
    table = pd.concat(frames, ignore_index=True)
    sets = {factor: _sets(table, factor, usual, wirings) for factor in FACTORS}
    sets["all"] = [table]
    statistics = {}
    for measure in MEASURES:
        by_factor = {}
        for factor, parts in sets.items():
            taus = [tau for part in parts if (tau := _correlations(part, measure)) is not None]
            if taus:
                by_factor[factor] = np.mean(taus, axis=0)
        if set(by_factor) >= set(FACTORS):
            by_factor["factors"] = np.mean([by_factor[factor] for factor in FACTORS], axis=0)
        for factor, values in by_factor.items():
            statistics[f"{measure}_within_{factor}"] = stats.MeanOf(values, (-1.0, 1.0))
    return stats.Evaluation(table, statistics)


def _sets(
    table: pd.DataFrame, factor: str, usual: Usual, wirings: Sequence[str]
) -> list[pd.DataFrame]:
    """Return the sets of networks that differ in one factor, one for each wiring."""
    fixed = {name: value for name, value in asdict(usual).items() if name != factor}
    alike = table[(table[list(fixed)] == pd.Series(fixed)).all(axis=1)]
    if factor == "wiring":
        return [alike]
    shown = WIRINGS if factor == "examples" else wirings
    return [alike[alike["wiring"] == wiring] for wiring in shown]


def _correlations(rows: pd.DataFrame, measure: str) -> np.ndarray | None:
    """Return Kendall's tau with the gap of each run; None if the measure is constant in one."""
    by_run = [values for _, values in rows.groupby("run", sort=True)]
    if any(values[measure].nunique() == 1 for values in by_run):
        return None
    return np.array(
        [
            2 * stats.order_agreement(values[measure].to_numpy(), values["gap"].to_numpy()) - 1
            for values in by_run
        ]
    )
