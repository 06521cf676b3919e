"""Pictures that people bred: score over that of dense networks of the same error, by method."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.regime.kinds import COLORS, NAMES, OPTIMIZERS, display_name
from compsparse.studies.regime.panels import draw_seeds, name_lines
from compsparse.studies.regime.scores.levels import DENSE, ROUNDS


@fig.renders("target", "depth", "training", "kind", "level", "run", "excess_score")
def run(table: pd.DataFrame, *, beside: str) -> fig.Figure:
    shown = table[table["level"].isin([DENSE, ROUNDS[-1]])]
    lines = {
        str(target): _lines(rows, beside) for target, rows in shown.groupby("target", sort=False)
    }
    most = max(len(rows) for rows in lines.values())
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 0.17 * most + 1.6)
    panels = figure.subplots(1, len(lines), squeeze=False, sharex=True)[0]
    fig.headline(figure, "Bred pictures: score over networks of equal error")
    for axes, (target, named) in zip(panels, lines.items(), strict=True):
        axes.set_title(display_name(target))
        axes.set_xlabel("excess of score")
        fig.mark_place(axes, 0.0)
        name_lines(axes, list(named))
        for place, (kind, rows) in enumerate(named.values()):
            draw_seeds(axes, place, rows["excess_score"], COLORS[kind])
    fig.footer(
        figure,
        f"After two rounds of pruning; dots: {table['run'].nunique()} seeds, bars: means. Trained "
        f"by {OPTIMIZERS[beside]} unless stated. Networks\nthat no dense one equals in error are "
        "left out. Genomes of Picbreeder's users.",
    )
    return fig.settle(figure)


def _lines(networks: pd.DataFrame, beside: str) -> dict[str, tuple[str, pd.DataFrame]]:
    """Return kind and rows of each line of a panel by its name: depth by depth, dense first."""
    found: dict[str, tuple[str, pd.DataFrame]] = {}
    depths = networks.groupby("depth")["kind"].nunique().sort_values(ascending=False).index
    for (depth, training, kind), rows in networks.groupby(
        ["depth", "training", "kind"], sort=False
    ):
        said = [NAMES[str(kind)]]
        if training not in ("none", beside):
            said.append(OPTIMIZERS[str(training)])
        if depth != depths[0]:
            said.append(f"{depth} layers")
        found[", ".join(said)] = (str(kind), rows)
    return found
