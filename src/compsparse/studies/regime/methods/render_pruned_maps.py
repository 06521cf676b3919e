"""Hidden units before and after similarity-based pruning (document 001, Figures 14 and 15)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.scores.levels import DENSE
from compsparse.studies.regime.unit_maps.drawn_maps import Map, Picture, draw_networks
from compsparse.studies.regime.unit_maps.network_maps import from_text


@fig.renders("kind", "round", "error", "alignment", "layer", "place", "activation", "map")
def run(table: pd.DataFrame, *, target: str, training: str, headline: fig.Headline) -> fig.Figure:
    layers = int(table["layer"].max()) - 1
    columns = 1 + int(table.loc[table["layer"] <= layers, "place"].max())
    figure = draw_networks(
        [
            (_title(rows.iloc[0]), *_maps(rows, layers, columns))
            for _, rows in table.groupby(["kind", "round"], sort=False)
        ],
        columns,
        headline,
    )
    fig.footer(
        figure,
        f"Image on top. The same {columns} units of each layer in all networks, of units that are "
        "not linear,\nactivations in turn, chosen without looking at maps. Dots: units that "
        f"pruning took.\nTarget: {display_name(target)}. First seed; "
        f"trained with {OPTIMIZERS[training]} after each round.",
    )
    return fig.settle(figure)


def _title(first: pd.Series) -> str:
    round_of = (
        "dense" if first["kind"] == DENSE else f"{NAMES[first['kind']]}, round {first['round']}"
    )
    lines = [round_of, f"error {first['error']:.4f}"]
    return "\n".join([*lines, f"alignment {first['alignment']:.2f}"])


def _maps(rows: pd.DataFrame, layers: int, columns: int) -> tuple[Picture, list[list[Map | None]]]:
    """Return the painted picture, and the maps of each layer by place."""
    maps = {
        (layer, place): from_text(text)
        for layer, place, text in rows[["layer", "place", "map"]].itertuples(index=False)
    }
    picture = np.stack([maps[layers + 1, channel] for channel in range(3)], axis=2)
    return picture, [
        [maps.get((layer, place)) for place in range(columns)] for layer in range(1, layers + 1)
    ]
