"""Loss against updates by input factorization, and its order (document 004, Figures 3 and 7)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.factorial.drawing.losses import DASHED, draw_losses
from compsparse.studies.factorial.drawing.notation import typeset

_APPROXIMATION, _STATISTICAL = "approximation_complexity", "statistical_complexity"
COLUMNS = ("cell", "swept", _APPROXIMATION, _STATISTICAL, "run", "step", "loss")

_CHANCE = 0.5
_DASHES = ("-", DASHED, (0.0, (1.0, 1.2)))  # of cells with one statistical complexity


def draw(table: pd.DataFrame, *, headline: fig.Headline, loss_name: str) -> fig.Figure:
    """Draw the loss of every cell and, below it, how well SC orders the cells."""
    trained = table[table["step"] > 0]  # step 0 cannot be shown on a logarithmic axis
    cells = trained[["cell", "swept", _APPROXIMATION, _STATISTICAL]].drop_duplicates()
    cells = cells.sort_values(_STATISTICAL, kind="stable")
    width = int(cells[_APPROXIMATION].mode().iloc[-1])  # which most cells have: those are compared
    judged = trained[(trained[_APPROXIMATION] == width) & (trained["swept"] == 1)]
    ordered = judged[_STATISTICAL].nunique() > 1  # a single complexity has no order to show
    figure = fig.new_figure(fig.COLUMN, 3.3 if ordered else 2.5)
    panels = fig.stacked_panels(figure, 3.2, 1.0) if ordered else fig.stacked_panels(figure, 1.0)
    fig.headline(figure, headline)
    drawn = [_draw_cells(panels[0], trained, cells, width)]
    panels[0].set(ylabel=loss_name, xlim=(trained["step"].min(), trained["step"].max()))
    panels[-1].set_xlabel("updates")
    if ordered:
        drawn.append(_draw_agreement(panels[1], judged))
    others = sorted(set(cells[_APPROXIMATION]) - {width})
    names = ", ".join(f"AC {other:,}" for other in others)
    aside = f" Grey: {names}, not compared." if others else ""
    bands = [band for curves in drawn for band in curves.bands]
    fig.footer(
        figure,
        f"Colored: AC {width:,}.{aside} p: parents, 2 if not said.\n{fig.band_note(bands)}",
    )
    labels = (fig.label_line_ends(a, c.ends) for a, c in zip(panels, drawn, strict=True))
    return fig.settle(figure, *labels)


def _draw_cells(
    axes: fig.Axes, trained: pd.DataFrame, cells: pd.DataFrame, width: int
) -> fig.Curves:
    styles = fig.name_groups(sorted(set(cells[_STATISTICAL])), "SC {:,}", ordered=True)
    alike = cells.groupby(_STATISTICAL).cumcount()
    drawn = fig.Curves([], [])
    names = (cells[name].tolist() for name in ("cell", _APPROXIMATION, _STATISTICAL))
    for cell, approximation, complexity, place in zip(*names, alike, strict=True):
        words, color = styles[complexity]
        style = (f"{typeset(cell)} · {words}", color if approximation == width else fig.GREY)
        dashes = _DASHES[place % len(_DASHES)]
        curves = draw_losses(
            axes, trained, x="step", by="cell", styles={cell: style}, linestyle=dashes
        )
        drawn.bands.extend(curves.bands)
        drawn.ends.extend(curves.ends)
    return drawn


def _draw_agreement(axes: fig.Axes, judged: pd.DataFrame) -> fig.Curves:
    shares = [
        (run, step, stats.order_agreement(rows[_STATISTICAL].to_numpy(), rows["loss"].to_numpy()))
        for (run, step), rows in judged.groupby(["run", "step"])
    ]
    rows = pd.DataFrame(shares, columns=["run", "step", "share"]).assign(judged="all")
    axes.axhline(_CHANCE, color=fig.GREY, linewidth=0.6)
    curves = fig.draw_curves(
        axes, rows, x="step", y="share", by="judged", styles={"all": ("", fig.INK)}
    )
    axes.set_ylim(-0.04, 1.04)
    fig.set_ticks(axes.yaxis, (0.0, _CHANCE, 1.0))
    axes.set_title("Share of pairs at equal AC whose losses are ordered as SC")
    chance = fig.LineEnd(float(rows["step"].max()), _CHANCE, "chance", fig.GREY)
    return fig.Curves(curves.bands, [chance])
