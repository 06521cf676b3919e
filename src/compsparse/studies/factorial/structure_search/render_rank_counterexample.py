"""Render step: distance to the nearest factorization by rank (document 004, Appendix A)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import DASHED
from compsparse.studies.factorial.drawing.notation import spread_sideways
from compsparse.studies.factorial.structure_search import evaluate_rank_counterexample

_KINDS = {
    evaluate_rank_counterexample.FEW_VECTORS: ("few vectors", fig.CATEGORIES[1]),
    evaluate_rank_counterexample.PLANTED: ("factorized", fig.CATEGORIES[0]),
}
_SIDEWAYS = 0.5  # ranks: how far tables of equal rank are spread
_LOWEST = 1e-17  # nats, below the rounding unit, at which a divergence of 0 is shown


@fig.renders("kind", "tokens", "run", "measured_rank", "smallest_divergence", "tried")
def run(table: pd.DataFrame, *, tolerance: float, headline: fig.Headline) -> fig.Figure:
    """Draw the tables of both kinds; ``tolerance`` is the largest divergence of a fit, in nats."""
    sizes = sorted(set(table["tokens"]))
    figure = fig.new_figure(fig.COLUMN, 2.6)
    panels = figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
    fig.headline(figure, headline)
    for axes, tokens in zip(panels, sizes, strict=True):
        _panel(axes, table[table["tokens"] == tokens], tokens, tolerance)
        axes.set(title=f"{tokens} inputs, {tokens} outputs", xlabel="rank of log-likelihood")
    panels[0].set_ylabel("KL to nearest factorization (nats)")
    fig.write(panels[0], "below: fits", 0.04, tolerance * 1.6, frame="y data")
    tried = " and ".join(f"{n:,}" for n in table.groupby("tokens")["tried"].max())
    draws = table["run"].nunique()
    fig.footer(
        figure,
        f"One point per table, equal ranks spread sideways; {draws} draws of a kind.\n"
        f"Nearest of all {tried} candidates but the trivial. Dashed: full rank.",
    )
    return fig.settle(figure)


def _panel(axes: fig.Axes, table: pd.DataFrame, tokens: int, tolerance: float) -> None:
    axes.axhspan(_LOWEST, tolerance, color=fig.PALE, linewidth=0, zorder=0)
    axes.axvline(tokens, color=fig.GREY, linewidth=0.6, linestyle=DASHED, zorder=1)
    for kind, (name, color) in _KINDS.items():
        rows = table[table["kind"] == kind]
        rows = rows.assign(across=spread_sideways(rows["measured_rank"], _SIDEWAYS))
        fig.draw_dots(
            axes, rows, x="across", y="smallest_divergence", color=color, markeredgewidth=0
        )
        place = rows["measured_rank"].mean(), rows["smallest_divergence"].max()
        fig.write(axes, name, *place, color=color, shift=(0, 5), ha="center")
    axes.set(yscale="log", ylim=(_LOWEST, 10.0), xlim=(0.4, tokens + 0.6))
    axes.set_yticks([1e-16, 1e-12, 1e-8, 1e-4, 1.0])
    axes.minorticks_off()
    axes.set_xticks(range(1, tokens + 1))
    axes.grid(False, axis="x")
