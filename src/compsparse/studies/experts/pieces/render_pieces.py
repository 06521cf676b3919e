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
        for kind, style, words in (
            ("deep", "-", "in each"),
            ("flat", ":", "per layer in one"),
        ):
            left.plot(rows["layers"], rows[kind], color=color, linestyle=style, marker="o")
            text = f"{experts} {words}"
            ends.append(fig.LineEnd(last["layers"], last[kind], text, color))
    left.set(yscale="log", xlabel="layers L", ylabel="pieces", title="Number of pieces")
    errors = table[table["maps"].notna()]
    sizes = list(zip(errors["experts"].astype(int), errors["layers"].astype(int), strict=True))
    places = {size: place for place, size in enumerate(dict.fromkeys(sizes))}
    drawn = errors.assign(place=[places[size] for size in sizes])
    last, kinds = drawn[drawn["place"] == len(places) - 1], []
    for kind, words, color in (
        ("maps", "maps", fig.CATEGORIES[2]),
        ("constants", "constants", fig.CATEGORIES[3]),
    ):
        fig.draw_dots(right, drawn, x="place", y=kind, color=color)
        end = float(len(places) - 1), float(last[kind].median())
        kinds.append(fig.LineEnd(*end, words, color))
    fig.set_ticks(right.xaxis, {place: f"{e} × {depth}" for (e, depth), place in places.items()})
    right.set(yscale="log", xlabel="experts × layers", ylabel="squared error over variance")
    right.set(title="L E pieces for E^L", xlim=(-0.5, len(places) - 0.5))
    runs = errors["run"].nunique()
    note = "Left: E experts in each of L layers, or L E in one. Right: equally spaced constants"
    fig.footer(
        figure, f"{note},\nand a dot for each of {runs} draws of maps; best of all searches."
    )
    return fig.settle(figure, fig.label_line_ends(left, ends), fig.label_line_ends(right, kinds))
