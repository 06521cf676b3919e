"""Maps of hidden units, red -1, white 0, blue +1 (document 001, Figures 1, 2 and 10 to 12)."""

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import OPTIMIZERS, display_name
from compsparse.studies.regime.unit_maps.drawn_maps import draw_networks
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, OWN

_TITLES = {GENOME: "the genome itself", OWN: "its wiring, retrained", DENSE: "dense, trained"}


@fig.renders("network", "error", "alignment", "layer", "unit", "activation", "line")
def run(table: pd.DataFrame, *, target: str, optimizer: str, headline: fig.Headline) -> fig.Figure:
    names = [name for name in _TITLES if name in set(table["network"])]
    top = int(table["layer"].max())
    hidden = table[table["layer"] < top]
    if hidden.empty:
        raise ValueError("The table has no map of a hidden unit; show at least one of a layer.")
    most = int(hidden.groupby(["network", "layer"])["unit"].nunique().max())
    networks = []
    for name in names:
        rows = table[table["network"] == name]
        layers = [
            [_map(lines) for _, lines in rows[rows["layer"] == layer].groupby("unit")]
            for layer in range(1, top + 1)
        ]
        error, alignment = rows["error"].iloc[0], rows["alignment"].iloc[0]
        known = f"error {error:.4f}".removesuffix(".0000") + f", alignment {alignment:.2f}"
        *hidden_layers, painted = layers
        networks.append((f"{_TITLES[name]}\n{known}", np.stack(painted, axis=2), hidden_layers))
    figure = draw_networks(networks, most, headline)
    fig.footer(
        figure,
        f"Image on top. Of each layer at most {most} live units that are not linear, activations\n"
        "in turn, chosen without looking at maps. Gaps: layers whose live units are linear.\n"
        f"Target: {display_name(target)}. First seed; "
        f"trained with {OPTIMIZERS[optimizer]} from random weights.",
    )
    return fig.settle(figure)


def _map(lines: pd.DataFrame) -> Float64[np.ndarray, "row column"]:
    ordered = lines.sort_values("line")
    columns = [f"x{number}" for number in range(len(ordered))]
    values: Float64[np.ndarray, "row column"] = ordered[columns].to_numpy(dtype=np.float64) / 100
    return values
