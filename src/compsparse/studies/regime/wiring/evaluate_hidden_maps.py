"""Maps of hidden units: of a built genome, of its wiring retrained, and of a dense network.

Pictures alone prove little, so for all runs it is measured how much of the genome's hidden units
they recover, in any of their units.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64, Shaped

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.unit_maps.network_maps import LINEAR, SIDE, NetworkMaps, shown_units
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN
from compsparse.studies.regime.wiring.stored import read_judged

SHOWN = (GENOME, OWN, DENSE)  # of the first run
COLOURS = ("red", "green", "blue")  # stand for activations in the rows of the painted image
# dense networks have more units and so more chances to recover them: a hard comparison
_COMPARED = ("rewired", "permuted", "random", DENSE)


@stats.evaluates
def run(
    inputs: stats.Inputs, *, depth: int, units: Mapping[str, int], units_shown: int
) -> stats.Evaluation:
    """Return one row per line of pixels of a map; values are in hundredths.

    The layer above the last hidden one is the painted image.

    Args:
        units_shown: of a layer, at most.
    """
    shape = LayeredShape.from_units(depth, units)
    path = stats.single(inputs, "networks")
    networks = read_networks(path)
    judged = read_judged(path, stats.single(inputs, "scores"), {})
    kinds = judged["kind"].to_numpy()
    errors, aligned = (judged[name].to_numpy() for name in ("error", "alignment"))
    activations = np.array(shape.activations)
    rows: list[pd.DataFrame] = []
    held: dict[str, dict[int, float]] = {}
    wanted = np.empty((0, SIDE**2), dtype=np.float32)
    for network, kind in enumerate(kinds):
        maps = NetworkMaps.from_network(shape, networks, network)
        if kind == GENOME:
            wanted = maps.units[maps.live & (activations != LINEAR)]
        else:
            share = recovered(wanted, maps.units[maps.live])
            held.setdefault(str(kind), {})[int(networks.run[network])] = share
        if kind in SHOWN and networks.run[network] == 0:
            shown = _table(maps, shape, units_shown)
            rows.append(
                shown.assign(network=kind, error=errors[network], alignment=aligned[network])
            )
    table = pd.concat(rows, ignore_index=True)
    front = ["network", "error", "alignment", "layer", "unit", "activation", "line"]
    wide = pd.DataFrame(held).sort_index()
    statistics: Statistics = {
        f"recovered_over_{other}": stats.MeanOf(
            (wide[OWN] - wide[other]).to_numpy(dtype=np.float64)
        )
        for other in _COMPARED
        if other in wide
    }
    return stats.Evaluation(
        table[front + [name for name in table if name not in front]], statistics
    )


def _table(network: NetworkMaps, shape: LayeredShape, most: int) -> pd.DataFrame:
    """Return the lines of the shown units, and of the image."""
    parts: list[pd.DataFrame] = []
    for layer, (maps, live) in enumerate(zip(network.units, network.live, strict=True), start=1):
        for unit in shown_units(shape.activations, live, most):
            parts.append(_lines(maps[unit], layer, unit, shape.activations[unit]))
    for unit in range(len(OUTPUTS)):
        parts.append(_lines(network.image[unit], shape.depth + 1, unit, COLOURS[unit]))
    return pd.concat(parts, ignore_index=True)


def _lines(
    values: Float32[np.ndarray, " pixel"], layer: int, unit: int, activation: str
) -> pd.DataFrame:
    hundredths = np.rint(100 * values.reshape(SIDE, SIDE)).astype(np.int64)
    table = pd.DataFrame(hundredths, columns=[f"x{column}" for column in range(SIDE)])
    return table.assign(layer=layer, unit=unit, activation=activation, line=np.arange(SIDE))


_CONSTANT = 1e-4  # standard deviation over pixels below which a map counts as constant


def recovered(
    wanted: Shaped[np.ndarray, "unit pixel"], present: Shaped[np.ndarray, "other pixel"]
) -> float:
    """Return the mean over the wanted maps of the largest |correlation| with a map that is present.

    Constant maps are not wanted, and recover nothing. A network with more units has more chances,
    so that only networks with equal numbers of units are comparable.
    """
    first, second = _unit(wanted), _unit(present)
    if not len(first):
        raise ValueError(
            f"All {len(wanted)} wanted maps are constant over the pixels; at least one must vary."
        )
    if not len(second):
        return 0.0
    return float(np.abs(first @ second.T).max(axis=1).mean())


def _unit(maps: Shaped[np.ndarray, "unit pixel"]) -> Float64[np.ndarray, "varying pixel"]:
    values = maps.astype(np.float64)
    centred = values - values.mean(axis=1, keepdims=True)
    varying = centred[centred.std(axis=1) >= _CONSTANT]
    unit: Float64[np.ndarray, "varying pixel"] = varying / np.linalg.norm(
        varying, axis=1, keepdims=True
    )
    return unit
