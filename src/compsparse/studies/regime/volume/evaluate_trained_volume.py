"""How many trained networks hold the primitives of their target, compared with the readings?

A network holds them if every primitive has its own unit, in any hidden layer, whose map has an
absolute correlation of at least 0.9 with it (``chain.weakest_match``). Networks before training
show how many do so by chance.

The inputs of reading 3 are the primitives, those of a network the coordinates: a network first
needs a layer for the primitives, so that its depth L is compared with the reading's depth L - 1,
and L = 1 with a ratio of 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32, Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics
from compsparse.studies.regime.network.forward import hidden_maps
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.volume.chain import primitive_maps, weakest_match
from compsparse.studies.regime.volume.counting import log10_ratio
from compsparse.studies.regime.volume.random_wiring import mean_field_ratios, peak_depth

_SIDE = 32  # pixels per side over which maps are compared
_SAME = 0.9
_APART = 2  # layers from the predicted depth that count as away from it


@dataclass(frozen=True)
class ChainLabels:
    """Labels of networks of one number of primitives and one width."""

    primitives: int
    units: Mapping[str, int]
    width: int


@stats.evaluates
def run(
    inputs: stats.Inputs, *, networks: Sequence[ChainLabels], depths: Sequence[int], copying: float
) -> stats.Evaluation:
    """Return one row per network, with ``held`` and the ratios of readings 1 and 3.

    Args:
        copying: a of reading 3.
    """
    paths = stats.many(inputs, "networks")
    table = pd.concat(
        [_rows(path, depths, labels) for path, labels in zip(paths, networks, strict=True)],
        ignore_index=True,
    )
    statistics: Statistics = {"start": stats.MeanOf(_per_run(table, "held_at_start"), stats.SHARE)}
    wiring: dict[int, np.ndarray] = {}
    for primitives, rows in table.groupby("primitives"):
        count = int(str(primitives))
        ratios = mean_field_ratios(count, max(depths), copying)
        wiring[count] = np.concatenate([np.zeros(1), ratios[:-1]])
        away = (rows["depth"] - peak_depth(wiring[count])).abs()
        widths = np.sort(rows["width"].unique())
        nearest = widths[np.argmin(np.abs(widths - 2 * count))]
        for name, predicted, other in (
            ("at_depth", away == 0, away >= _APART),
            ("at_width", rows["width"] == nearest, rows["width"] == widths[-1]),
        ):
            if predicted.any() and other.any():
                gain = _per_run(rows[predicted], "held") - _per_run(rows[other], "held")
                statistics[f"{name}_{count}"] = stats.MeanOf(gain)
    fewest, *others = (rows for _, rows in table.groupby("primitives"))
    if others:
        gain = _per_run(fewest, "held") - _per_run(others[-1], "held")
        statistics["fewer_primitives"] = stats.MeanOf(gain)
    shapes = zip(table["primitives"], table["width"], table["depth"], strict=True)
    pairs = [
        (log10_ratio(width, depth, count), float(wiring[count][depth - 1]))
        for count, width, depth in shapes
    ]
    table[["log10_live_units", "random_wiring"]] = np.array(pairs)
    return stats.Evaluation(table, statistics)


def _per_run(rows: pd.DataFrame, column: str) -> Float64[np.ndarray, " run"]:
    return np.asarray(rows.groupby("run")[column].mean(), dtype=np.float64)


def _rows(path: Path, depths: Sequence[int], labels: ChainLabels) -> pd.DataFrame:
    arrays = {
        f"{name}_{depth}": Float32[np.ndarray, f"run weight_{depth}"]
        for depth in depths
        for name in ("start", "weights")
    }
    found = stats.read_named_axes(path, {"error": Float64[np.ndarray, "depth run"], **arrays})
    wanted = primitive_maps(labels.primitives, _SIDE)
    rows = []
    for depth, errors in zip(depths, found["error"], strict=True):
        shape = LayeredShape.from_units(depth, labels.units)
        start, end = (
            _matches(shape, found[f"{name}_{depth}"], wanted) for name in ("start", "weights")
        )
        rows.append(
            pd.DataFrame(
                {
                    "primitives": labels.primitives,
                    "width": labels.width,
                    "depth": depth,
                    "run": np.arange(len(errors)),
                    "error": errors,
                    "weakest_match": end,
                    "held": (end >= _SAME).astype(np.int64),
                    "held_at_start": (start >= _SAME).astype(np.int64),
                }
            )
        )
    return pd.concat(rows, ignore_index=True)


def _matches(
    shape: LayeredShape, weights: np.ndarray, wanted: np.ndarray
) -> Float64[np.ndarray, " run"]:
    pixels = torch.from_numpy(pixel_inputs(_SIDE))
    layers = hidden_maps(shape, torch.from_numpy(weights), pixels)
    maps = torch.cat(layers, dim=1).numpy()
    return np.array([weakest_match(wanted, units) for units in maps])
