"""Maps of hidden units: a built genome's, those of its wiring retrained, and a dense network's.

Pictures alone prove little, so all runs also say how much of the genome's own hidden units they
have, in any of their units.
"""

import numpy as np
import pandas as pd
from jaxtyping import Float32

from compsparse.statistics import api as stats
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.unit_maps.network_maps import SIDE, NetworkMaps
from compsparse.studies.regime.unit_maps.shown_units import LINEAR, shown_units
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN
from compsparse.studies.regime.wiring.recovered import recovered
from compsparse.studies.regime.wiring.stored import read_judged

SHOWN = (GENOME, OWN, DENSE)  # of the first run
COLOURS = ("red", "green", "blue")  # stand for activations in the rows of the painted image
# of dense networks, which have more units and so more chances, this is a hard comparison
_COMPARED = ("rewired", "permuted", "random", DENSE)


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per line of pixels of a map; values are in hundredths.

    Params: depth and units, the shape; units_shown of a layer, at most. The layer above the last
    hidden one is the painted image.
    """
    shape = LayeredShape.of(params["depth"], params["units"])
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
        one = NetworkMaps.of(shape, networks, network)
        if kind == GENOME:
            wanted = one.units[one.live & (activations != LINEAR)]
        else:
            share = recovered(wanted, one.units[one.live])
            held.setdefault(str(kind), {})[int(networks.run[network])] = share
        if kind in SHOWN and networks.run[network] == 0:
            shown = _table(one, shape, params["units_shown"])
            rows.append(
                shown.assign(network=kind, error=errors[network], alignment=aligned[network])
            )
    table = pd.concat(rows, ignore_index=True)
    front = ["network", "error", "alignment", "layer", "unit", "activation", "line"]
    wide = pd.DataFrame(held).sort_index()
    statistics: dict[str, stats.Interval | stats.MeanOf] = {
        f"recovered_over_{other}": stats.MeanOf(
            (wide[OWN] - wide[other]).to_numpy(dtype=np.float64)
        )
        for other in _COMPARED
        if other in wide
    }
    return stats.Evaluation(table[front + [c for c in table if c not in front]], statistics)


def _table(one: NetworkMaps, shape: LayeredShape, most: int) -> pd.DataFrame:
    """Return the lines of the units that are shown, and of the image."""
    parts: list[pd.DataFrame] = []
    for layer, (maps, live) in enumerate(zip(one.units, one.live, strict=True), start=1):
        for unit in shown_units(shape.activations, live, most):
            parts.append(_lines(maps[unit], layer, unit, shape.activations[unit]))
    for unit in range(len(OUTPUTS)):
        parts.append(_lines(one.image[unit], shape.depth + 1, unit, COLOURS[unit]))
    return pd.concat(parts, ignore_index=True)


def _lines(
    values: Float32[np.ndarray, " pixel"], layer: int, unit: int, activation: str
) -> pd.DataFrame:
    hundredths = np.rint(100 * values.reshape(SIDE, SIDE)).astype(np.int64)
    table = pd.DataFrame(hundredths, columns=[f"x{column}" for column in range(SIDE)])
    return table.assign(layer=layer, unit=unit, activation=activation, line=np.arange(SIDE))
