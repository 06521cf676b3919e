"""Render step: the error on each pair of a language and a subject that was held out alone."""

import numpy as np
import pandas as pd
import seaborn as sns

from compsparse.figures import api as fig
from compsparse.studies.experts.error_rows import WORDS, edge_note

_LOOK = {"vmin": -2, "vmax": 0, "cmap": "cividis_r", "cbar": False, "fmt": "", "square": True}


@fig.renders("method", "run", "combination", "error", "at_edge")
def run(
    table: pd.DataFrame, *, headline: fig.Headline, languages: list[str], subjects: list[str]
) -> fig.Figure:
    """A matrix of geometric means for each method."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.1)
    fig.headline(figure, headline)
    methods = [name for name in WORDS if name in set(table["method"])]
    logs = table.assign(log=np.log10(table["error"]))
    means = logs.pivot_table(index="combination", columns="method", values="log")
    for axes, method in zip(figure.subplots(1, len(methods)), methods, strict=True):
        matrix = means[method].to_numpy().reshape(len(languages), len(subjects))
        words = {
            "annot": [[f"{10**value:.2g}" for value in row] for row in matrix],
            "annot_kws": {"fontsize": fig.SMALL_TEXT_SIZE},
            "xticklabels": subjects,
            "yticklabels": languages,
        }
        sns.heatmap(matrix, ax=axes, **words, **_LOOK)
        axes.tick_params(axis="x", rotation=90)
        axes.tick_params(axis="y", rotation=0, labelleft=method == methods[0])
        axes.set_title(WORDS[method].replace(", ", ",\n"))
    fig.footer(
        figure,
        "Error over variance on the pair held out; the other pairs are seen. Geometric mean of "
        f"{table['run'].nunique()} seeds.\n{edge_note(table)}",
    )
    return fig.settle(figure)
