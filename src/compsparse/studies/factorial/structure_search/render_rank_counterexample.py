"""Render step: distance to the nearest factorization by rank (document 004, Appendix A)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.sideways import spread_sideways
from compsparse.studies.factorial.structure_search import evaluate_rank_counterexample

_KINDS = (
    (evaluate_rank_counterexample.FEW_VECTORS, "few vectors", fig.CATEGORIES[1]),
    (evaluate_rank_counterexample.PLANTED, "factorized", fig.CATEGORIES[0]),
)
_SIDEWAYS = 0.5  # ranks: how far tables of equal rank are spread


@fig.renders("kind", "tokens", "run", "measured_rank", "smallest_divergence", "tried")
def run(table: pd.DataFrame, *, tolerance: float) -> fig.Figure:
    """Draw the tables of both kinds; ``tolerance`` is the largest divergence of a fit, in nats."""
    sizes = sorted(set(table["tokens"]))
    figure = fig.new_figure(fig.COLUMN, 2.6)
    panels = figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0]
    fig.headline(figure, "Small rank, yet far from every factorization")
    for axes, tokens in zip(panels, sizes, strict=True):
        _panel(axes, table[table["tokens"] == tokens], tolerance)
        axes.set_title(f"{tokens} inputs, {tokens} outputs")
        axes.set_xlabel("rank of log-likelihood")
    panels[0].set_ylabel("KL to nearest factorization (nats)")
    panels[0].text(
        0.04,
        tolerance * 1.6,
        "below: fits",
        transform=panels[0].get_yaxis_transform(),
        color=fig.GREY,
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    tried = " and ".join(f"{n:,}" for n in table.groupby("tokens")["tried"].max())
    draws = table["run"].nunique()
    fig.footer(
        figure,
        f"One point per table, equal ranks spread sideways; {draws} draws of a kind.\n"
        f"Nearest of all {tried} candidates but the trivial. Dashed: full rank.",
    )
    return fig.settle(figure)


def _panel(axes: fig.Axes, table: pd.DataFrame, tolerance: float) -> None:
    tokens = int(table["tokens"].iloc[0])
    # from below the rounding unit, at which a divergence of 0 is shown
    axes.axhspan(1e-17, tolerance, color=fig.PALE, linewidth=0, zorder=0)
    axes.axvline(tokens, color=fig.GREY, linewidth=0.6, linestyle=(0.0, (3.0, 1.5)), zorder=1)
    for kind, name, color in _KINDS:
        rows = table[table["kind"] == kind]
        across = spread_sideways(rows["measured_rank"], _SIDEWAYS)
        axes.scatter(across, rows["smallest_divergence"], s=7, color=color, linewidth=0, zorder=2)
        axes.annotate(
            name,
            (float(rows["measured_rank"].mean()), float(rows["smallest_divergence"].max())),
            xytext=(0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=fig.SMALL_TEXT_SIZE,
            color=fig.for_text(color),
        )
    axes.set_yscale("log")
    axes.set_ylim(1e-17, 10.0)
    axes.set_yticks([1e-16, 1e-12, 1e-8, 1e-4, 1.0])
    axes.minorticks_off()
    axes.set_xlim(0.4, tokens + 0.6)
    axes.set_xticks(range(1, tokens + 1))
    axes.grid(False, axis="x")
