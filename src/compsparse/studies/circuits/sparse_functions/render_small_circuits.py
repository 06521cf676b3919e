"""Render step: sizes of circuits by inputs (document 000, slide 'Theorem' after Theorem 2)."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig

_DASHES = {"tree": (0.0, (3.0, 1.5)), "chain": (0.0, (1.0, 1.2)), "shared": "-"}


@fig.renders("kind", "arity", "inputs", "run", "size")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    arities = sorted(table.loc[table["kind"].isin(list(_DASHES)), "arity"].unique())
    styles = fig.name_groups(arities, "k = {}", ordered=True)
    figure = fig.new_figure(fig.COLUMN, 3.1)
    axes = figure.subplots()
    fig.headline(figure, headline)
    bands = []
    for shape, dashes in _DASHES.items():
        rows = table[table["kind"] == shape]
        # bands of the widest ones only; nine would hide each other
        if shape != "shared":
            logs = np.log(rows["size"]).groupby([rows["arity"], rows["inputs"]]).mean()
            rows = np.exp(logs).reset_index().assign(run=0)
        curves = fig.draw_curves(
            axes,
            rows,
            x="inputs",
            y="size",
            by="arity",
            styles=styles,
            geometric=True,
            linestyle=dashes,
        )
        bands = curves.bands
    # a table that is an input has no gate, and no place here
    generic = table[table["kind"] == "generic"].assign(size=table["size"].clip(lower=1))
    fig.draw_curves(
        axes,
        generic,
        x="inputs",
        y="size",
        by="kind",
        styles={"generic": ("", fig.INK)},
        geometric=True,
        marker="o",
        markersize=2.5,
    )
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
    fig.set_ticks(axes.xaxis, [2**n for n in range(2, int(table["inputs"].max()).bit_length())])
    axes.set_ylim(top=30 * float(table["size"].max()))  # room for the key above the lines
    axes.set(xlabel="inputs d", ylabel="gates of fan-in at most 3")
    fig.footer(
        figure,
        "Sparse, solid: parts are shared (with band); dashed: tree; dotted:\n"
        "chain. Grey: counted, for every construction.\n"
        f"{fig.band_note(bands)}",
    )
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
