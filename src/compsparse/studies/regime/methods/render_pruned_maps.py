"""Hidden units before and after similarity-based pruning (document 001, Figures 14 and 15)."""

import numpy as np
import pandas as pd
from matplotlib.image import AxesImage

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.scores.levels import DENSE
from compsparse.studies.regime.unit_maps.drawn_maps import (
    colour_bar,
    draw_network,
    extent,
    number_layers,
)
from compsparse.studies.regime.unit_maps.network_maps import from_text


@fig.renders("kind", "round", "error", "alignment", "layer", "place", "activation", "map")
def run(table: pd.DataFrame, *, target: str, training: str) -> fig.Figure:
    networks = [rows for _, rows in table.groupby(["kind", "round"], sort=False)]
    layers = int(table["layer"].max()) - 1
    columns = 1 + int(table.loc[table["layer"] <= layers, "place"].max())
    width, height = extent(layers, columns)
    inches = (fig.COLUMN_AND_A_HALF - 0.3) / len(networks) / width  # side of a map
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, inches * height + 1.15)
    panels = list(figure.subplots(1, len(networks), squeeze=False)[0])
    fig.headline(figure, f"Hidden units before and after pruning: {display_name(target)}")
    drawn: list[AxesImage] = []
    for axes, rows in zip(panels, networks, strict=True):
        drawn += _draw(axes, rows, layers, columns)
        axes.set_title(_title(rows.iloc[0]), fontsize=fig.SMALL_TEXT_SIZE, loc="center")
    number_layers(panels[0], layers)
    colour_bar(figure, panels, drawn[0])
    fig.footer(
        figure,
        f"Image on top. The same {columns} units of each layer in all networks, of units that are "
        "not linear,\nactivations in turn, chosen without looking at maps. Dots: units that "
        f"pruning took. First seed;\ntrained with {OPTIMIZERS[training]} after each round.",
    )
    return fig.settle(figure)


def _title(first: pd.Series) -> str:
    round_of = (
        "dense" if first["kind"] == DENSE else f"{NAMES[first['kind']]}, round {first['round']}"
    )
    lines = [round_of, f"error {first['error']:.4f}"]
    return "\n".join([*lines, f"alignment {first['alignment']:.2f}"])


def _draw(axes: fig.Axes, rows: pd.DataFrame, layers: int, columns: int) -> list[AxesImage]:
    maps = {
        (layer, place): from_text(text)
        for layer, place, text in rows[["layer", "place", "map"]].itertuples(index=False)
    }
    picture = np.stack([maps[layers + 1, channel] for channel in range(3)], axis=2)
    shown = [
        [maps.get((layer, place)) for place in range(columns)] for layer in range(1, layers + 1)
    ]
    return draw_network(axes, picture.clip(0.0, 1.0), shown, columns)
