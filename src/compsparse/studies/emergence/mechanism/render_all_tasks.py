"""Render step: shares of tasks learned by neurons per task, and samples by amplitude."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.emergence.drawing import log_axes, panels, rows_by


@fig.renders(
    "kind",
    "run",
    "neurons",
    "directions",
    "share",
    "amplitude",
    "group",
    "steps",
    "predicted",
    "failed",
)
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    widths, samples = rows_by(table, "kind", ("width", "samples"))
    figure, (left, right) = panels(headline, fig.COLUMN_AND_A_HALF, 2.6, 1, 2)
    bands = _draw_widths(left, widths)
    (groups,) = _draw_samples(right, samples)
    given_up = int(samples["steps"].isna().sum())
    failed = int(samples["failed"].astype(bool).sum())
    size = len(samples) // (samples["amplitude"].nunique() * groups.replicates)
    fig.footer(
        figure,
        f"Left: population flow, {fig.band_note(bands)}\nRight: online SGD on one direction (exact "
        f"chain), step in proportion to a; medians of groups of {size} runs as seeds:\n"
        f"{fig.band_note([groups])}\n"
        f"Of {len(samples)} runs {given_up} were given up, {failed} of them overflowed; they count "
        "as infinite.\nDashed: theory at this d and step, nothing fitted.",
    )
    return fig.settle(figure)


def _draw_widths(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.Band]:
    rows = rows.assign(ratio=rows["neurons"] / rows["directions"])
    ratios = np.geomspace(rows["ratio"].min(), rows["ratio"].max(), 200)
    axes.plot(ratios, np.minimum(1.0, ratios), color=fig.GREY, linewidth=0.8, linestyle=":")
    styles = fig.name_groups(sorted(set(rows["directions"])), "{:g} strongest", ordered=True)
    curves = fig.draw_curves(
        axes, rows, x="ratio", y="share", by="directions", styles=styles, marker="o"
    )
    axes.set(xscale="log", ylim=(0.0, 1.06), yticks=[0.0, 0.5, 1.0])
    low, high = np.log2(ratios[[0, -1]]).round().astype(int)
    powers = 2.0 ** np.arange(low, high + 1)
    fig.set_ticks(axes.xaxis, {p: f"{p:g}" if p >= 1 else f"1/{1 / p:g}" for p in powers})
    dotted = ("dotted: one neuron, one task", fig.GREY)
    fig.key(axes, [*styles.values(), dotted], corner="lower right")
    axes.set_title("neurons for each task")
    axes.set(xlabel="neurons m / number of tasks", ylabel="share of tasks learned")
    return curves.bands


def _draw_samples(axes: fig.Axes, rows: pd.DataFrame) -> list[fig.Band]:
    known = rows.assign(
        run=rows["group"], steps=rows["steps"].fillna(np.inf), inverse=1 / rows["amplitude"]
    )
    medians = known.groupby(["run", "inverse"], as_index=False)[["steps"]].median()
    theory = known.groupby("inverse")["predicted"].first()
    inverse = theory.index.to_numpy(dtype=np.float64)
    axes.plot(inverse, theory, color=fig.GREY, linewidth=0.9, linestyle="--")
    asymptote = theory.iloc[-1] * (inverse / inverse[-1]) ** 2
    axes.plot(inverse, asymptote, color=fig.GREY, linewidth=0.8, linestyle=":")
    styles = {"SGD": ("online SGD", fig.INK)}
    curves = fig.draw_curves(
        axes,
        medians.assign(trainer="SGD"),
        x="inverse",
        y="steps",
        by="trainer",
        styles=styles,
        geometric=True,
        marker="o",
    )
    log_axes(axes)
    fig.set_ticks(axes.xaxis, {x: f"1/{1 / x:g}" for x in inverse})
    lines = ("dashed: theory; dotted: a⁻²", fig.GREY)
    fig.key(axes, [*styles.values(), lines], corner="lower right")
    axes.set_title("samples for one task")
    axes.set(xlabel="1 / amplitude a", ylabel="median samples n")
    return curves.bands
