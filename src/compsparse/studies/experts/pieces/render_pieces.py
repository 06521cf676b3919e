"""Render step: numbers of pieces, and what the smaller number leaves of the variance."""

import pandas as pd

from compsparse.figures import api as fig


@fig.renders("experts", "layers", "deep", "flat", "run", "constants", "maps")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    """Counts on the left, errors on the right."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.7)
    fig.headline(figure, headline)
    left, right = figure.subplots(1, 2, width_ratios=[1, 0.8])
    counts = table[table["deep"].notna()]
    chosen = [counts["experts"].min(), counts["experts"].max()]
    ends = []
    for experts, color in zip(chosen, fig.CATEGORIES, strict=False):
        rows = counts[counts["experts"] == experts]
        last = rows.iloc[-1]
        for kind, style, words in (("deep", "-", "in each"), ("flat", ":", "per layer in one")):
            left.plot(rows["layers"], rows[kind], color=color, linestyle=style, marker="o")
            ends.append(fig.LineEnd(last["layers"], last[kind], f"{experts} {words}", color))
    left.set(yscale="log", xlabel="layers L", ylabel="pieces", title="Number of pieces")
    errors = table[table["maps"].notna()]
    named = errors["experts"].map("{:.0f} × ".format) + errors["layers"].map("{:.0f}".format)
    places, sizes = pd.factorize(named)
    errors = errors.assign(place=places)
    last, kinds = errors[errors["place"] == len(sizes) - 1], []
    for kind, color in (("maps", fig.CATEGORIES[2]), ("constants", fig.CATEGORIES[3])):
        fig.draw_dots(right, errors, x="place", y=kind, color=color)
        kinds.append(fig.LineEnd(len(sizes) - 1.0, float(last[kind].median()), kind, color))
    fig.set_ticks(right.xaxis, dict(enumerate(sizes)))
    right.set(yscale="log", xlabel="experts × layers", ylabel="squared error over variance")
    right.set(title="L E pieces for E^L", xlim=(-0.5, len(sizes) - 0.5))
    runs = errors["run"].nunique()
    note = "Left: E experts in each of L layers, or L E in one. Right: equally spaced constants"
    note += f",\nand a dot for each of {runs} draws of maps; best of all searches."
    fig.footer(figure, note)
    return fig.settle(figure, fig.label_line_ends(left, ends), fig.label_line_ends(right, kinds))
