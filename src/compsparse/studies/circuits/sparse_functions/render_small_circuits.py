"""Render step: sizes of circuits by inputs (document 000, slide 'Theorem' after Theorem 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_DASHES: dict[str, str | tuple[float, tuple[float, ...]]] = {
    "shared": "-",
    "tree": (0.0, (3.0, 1.5)),
    "chain": (0.0, (1.0, 1.2)),
}


@fig.renders("kind", "arity", "inputs", "run", "size")
def run(table: pd.DataFrame) -> fig.Figure:
    compositions = table[table["kind"].isin(list(_DASHES))]
    arities = sorted(int(arity) for arity in compositions["arity"].unique())
    figure = fig.new_figure(fig.COLUMN, 3.1)
    axes = figure.subplots()
    fig.headline(figure, "Gates: proportional to d if sparse, else 2ᵈ/d")
    ends, bands = [], []
    for arity, color in zip(arities, fig.sequential(len(arities)), strict=True):
        curves = compositions[compositions["arity"] == arity]
        for shape, dashes in _DASHES.items():
            rows = curves[curves["kind"] == shape]
            d, sizes = fig.replicate_curves(rows, point="inputs", value="size")
            band = fig.log_band(sizes, "size")
            bands.append(band)
            if shape == "shared":  # the widest ones; nine bands would hide each other
                fig.draw_band(axes, d, band, color=color, linestyle=dashes)
            else:
                axes.plot(d, band.middle, color=color, linestyle=dashes)
        largest = float(curves[curves["inputs"] == d[-1]]["size"].mean())
        ends.append(fig.LineEnd(float(d[-1]), largest, f"k = {arity}", color))
    d, sizes = fig.replicate_curves(table[table["kind"] == "generic"], point="inputs", value="size")
    sizes = np.maximum(sizes, 1)  # a table that is an input has no gate, and no place here
    band = fig.log_band(sizes, "size")
    fig.draw_band(axes, d, band, color=fig.INK)
    axes.plot(d, band.middle, "o", color=fig.INK, markersize=2.5)
    counted = table[table["kind"] == "counted"]
    axes.plot(counted["inputs"], counted["size"], color=fig.GREY, linestyle="--")
    fig.key(
        axes,
        [
            ("any function: random tables, built", fig.INK),
            ("any function: half need at least this", fig.GREY),
            ("sparse: composed of k-bit functions", fig.sequential(len(arities))[-1]),
        ],
    )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    shown = 2 ** np.arange(2, int(np.log2(table["inputs"].max())) + 1)
    axes.set_xticks(shown, [str(value) for value in shown])
    axes.set_xticks([], minor=True)
    # room for the key above the lines
    axes.set_ylim(top=30 * float(table["size"].max()))
    axes.set_xlabel("inputs d")
    axes.set_ylabel("gates of fan-in at most 3")
    fig.footer(
        figure,
        "Sparse, solid: parts are shared (with band); dashed: tree; dotted:\n"
        "chain. Grey: counted, for every construction.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
