"""Render step: the loss against time with the window (document 003, part I, corollary, item 2)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import geometric_means, log_axes, mean_slope, panels
from compsparse.studies.emergence.scaling_law.figure_parts import LARGE, draw_theory

_LAST_TIME = r"T$_\mathregular{P}$"  # a formula: Unicode has no lowered capital


@fig.renders("directions", "exponent", "run", "time", "loss", "fitted")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    styles = fig.name_groups(sorted(set(table["exponent"])), "β = {:g}", ordered=True)
    figure, axes = panels(headline, fig.COLUMN, 3.2)
    ends, counts = [], []
    for size, sized in table.groupby("directions"):
        counts.append(f"P = {size}: {sized['run'].nunique()} seeds")
        for exponent, rows in sized.groupby("exponent"):
            beta = float(str(exponent))
            name, color = styles[beta]
            times, middle = geometric_means(rows, "time", "loss")
            window = rows[rows["fitted"]]
            within = geometric_means(window, "time", "loss")
            line = {"color": color, "linestyle": LARGE if len(counts) > 1 else "-"}
            axes.plot(times, middle, linewidth=0.7, **line)
            draw_theory(axes, *within, (1 - 2 * beta) / beta, beyond=1.8)
            axes.plot(*within, linewidth=2.0, **line)
            name += "" if len(counts) == 1 else f", P = {size}"
            text = f"{name}: {fig.power('t', mean_slope(window, 'time', 'loss'))}"
            ends.append(fig.LineEnd(float(times[-1]), float(middle[-1]), text, color))
    log_axes(axes)
    axes.margins(x=0.02)
    axes.set(xlabel="time ηt", ylabel="population loss")
    fig.footer(
        figure,
        f"Population flow; {'; '.join(counts)}. Line: geometric mean;\nthick: window of the "
        f"fit; wide grey: theory, t{fig.raised('(1-2β)/β')}. The loss of\n"
        f"directions beyond P is added in closed form, exact while t < {_LAST_TIME}.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
