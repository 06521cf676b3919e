"""Maps of hidden units of a dense network, before and after similarity-based pruning.

Shown units are chosen by their position in the dense network, before any pruning; the position of a
unit that was pruned stays empty.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.scores.levels import DENSE
from compsparse.studies.regime.unit_maps.network_maps import (
    LINEAR,
    NetworkMaps,
    as_text,
    shown_units,
)
from workflow_engine.artifacts.tables import read_table

COLOURS = ("red", "green", "blue")  # stand for activations in the rows of the painted image
_CONSTANT = 1e-4  # standard deviation over pixels below which a map counts as constant
_SHOWN = 0  # run


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    depth: int,
    units: Mapping[str, int],
    target: str,
    training: str,
    kinds: Sequence[str],
    units_shown: int,
) -> stats.Evaluation:
    """Return one row per shown map, its values written by ``unit_maps.network_maps``.

    Inputs: networks, the dense ones first, then those of each method after its rounds; scores, the
    table of the comparison to which they belong. The layer above the last hidden one is the painted
    image.

    Args:
        target: of the networks.
        training: of the pruned networks.
        kinds: of each file of networks.
        units_shown: of a layer, at most.
    """
    shape = LayeredShape.from_units(depth, units)
    judged = read_table(stats.single(inputs, "scores"))
    judged = judged[(judged["target"] == target) & (judged["run"] == _SHOWN)]
    by_labels = judged.set_index(["kind", "level", "training"])[["error", "alignment"]]
    curved = np.array([name != LINEAR for name in shape.activations])
    all_units = np.ones(shape.width, dtype=np.bool_)
    places = shown_units(shape.activations, all_units, units_shown)
    rows: list[pd.DataFrame] = []
    shares: dict[str, dict[int, float]] = {}
    dense: dict[int, NetworkMaps] = {}
    sizes: dict[int, Float32[np.ndarray, " weight"]] = {}  # of the dense networks' weights
    for kind, path in zip(kinds, stats.many(inputs, "networks"), strict=True):
        networks = read_networks(path)
        for network, (run, stage) in enumerate(zip(networks.run, networks.stage, strict=True)):
            maps = NetworkMaps.from_network(shape, networks, network)
            if kind == DENSE:
                dense[int(run)] = maps
                sizes[int(run)] = np.abs(networks.weights[network])
            else:
                if stage == 1:
                    agreement = agreement_with_magnitude(sizes[int(run)], networks.mask[network])
                    shares.setdefault(f"like_magnitude_{kind}", {})[int(run)] = agreement
                end = f"{kind}_round_{stage}"
                shares.setdefault(f"live_{end}", {})[int(run)] = float(maps.live.mean())
                alike = _alike(dense[int(run)], maps, curved)
                shares.setdefault(f"alike_{end}", {})[int(run)] = alike
            if run == _SHOWN:
                labels = (
                    (kind, DENSE, "none") if kind == DENSE else (kind, f"round_{stage}", training)
                )
                [known] = by_labels.loc[[labels]].to_numpy()
                error, alignment = known.round(4)
                shown = _shown(maps, shape, places)
                rows.append(shown.assign(kind=kind, round=stage, error=error, alignment=alignment))
    statistics = {
        name: stats.MeanOf(
            np.array([values[run] for run in sorted(values)]),
            stats.ANY_VALUE if name.startswith("like_") else stats.SHARE,
        )
        for name, values in shares.items()
    }
    table = pd.concat(rows, ignore_index=True)
    front = ["kind", "round", "error", "alignment"]
    return stats.Evaluation(
        table[front + [name for name in table if name not in front]], statistics
    )


def _shown(maps: NetworkMaps, shape: LayeredShape, places: list[int]) -> pd.DataFrame:
    """Return the rows of the shown units that are live, and of the image."""
    rows = [
        (layer + 1, place, shape.activations[unit], as_text(maps.units[layer, unit]))
        for layer in range(shape.depth)
        for place, unit in enumerate(places)
        if maps.live[layer, unit]
    ]
    rows += [
        (shape.depth + 1, place, name, as_text(maps.image[place]))
        for place, name in enumerate(COLOURS)
    ]
    return pd.DataFrame(rows, columns=["layer", "place", "activation", "map"])


def _alike(before: NetworkMaps, after: NetworkMaps, chosen: Bool[np.ndarray, " unit"]) -> float:
    """Return the mean |correlation| of the maps of units that are live in both, before and after.

    Constant maps have no correlation and are left out; NaN if none is left.
    """
    both = before.live & after.live & chosen
    first, second = _centred(before.units[both]), _centred(after.units[both])
    sizes = np.linalg.norm(first, axis=1) * np.linalg.norm(second, axis=1)
    least = _CONSTANT * np.sqrt(first.shape[1])
    varying = np.minimum(np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)) >= least
    products = np.abs((first * second).sum(axis=1))
    return float((products[varying] / sizes[varying]).mean()) if varying.any() else float("nan")


def _centred(maps: Float32[np.ndarray, "unit pixel"]) -> Float64[np.ndarray, "unit pixel"]:
    values = maps.astype(np.float64)
    centred: Float64[np.ndarray, "unit pixel"] = values - values.mean(axis=1, keepdims=True)
    return centred


def agreement_with_magnitude(
    sizes: Float32[np.ndarray, " weight"], kept: Bool[np.ndarray, " weight"]
) -> float:
    """Return the fraction of kept weights among the largest, scaled: 0 by chance, 1 for all."""
    count, whole = int(kept.sum()), len(kept)
    if count == whole:
        return 1.0
    largest = np.argsort(-sizes, kind="stable")[:count]
    share, chance = float(kept[largest].mean()), count / whole
    return (share - chance) / (1 - chance)
