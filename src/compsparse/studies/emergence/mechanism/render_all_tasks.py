"""Render step: shares of tasks learned by neurons per task, and samples by amplitude."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


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
def run(table: pd.DataFrame) -> fig.Figure:
    widths, samples = (table[table["kind"] == kind] for kind in ("width", "samples"))
    if widths.empty or samples.empty:
        raise ValueError("The table needs rows of the kinds 'width' and 'samples'.")
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, "Four neurons a task are enough; samples grow as theory expects")
    bands = _draw_widths(left, widths)
    groups = _draw_samples(right, samples)
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
    bands = []
    counts = sorted(set(rows["directions"].astype(int)))
    ratios = np.geomspace(
        float((rows["neurons"] / rows["directions"]).min()),
        float((rows["neurons"] / rows["directions"]).max()),
        200,
    )
    axes.plot(ratios, np.minimum(1.0, ratios), color=fig.GREY, linewidth=0.8, linestyle=":")
    entries = []
    for count, color in zip(counts, fig.sequential(len(counts)), strict=True):
        neurons, shares = fig.replicate_curves(
            rows[rows["directions"] == count], point="neurons", value="share"
        )
        band = fig.mean_band(shares)
        fig.draw_band(axes, neurons / count, band, color=color)
        axes.plot(neurons / count, band.middle, linestyle="none", marker="o", color=color)
        entries.append((f"{count} strongest", color))
        bands.append(band)
    axes.set_xscale("log")
    low, high = np.log2(ratios[[0, -1]]).round().astype(int)
    powers = 2.0 ** np.arange(low, high + 1)
    axes.set_xticks(
        powers, [f"{power:g}" if power >= 1 else f"1/{1 / power:g}" for power in powers]
    )
    axes.xaxis.set_minor_locator(fig.NullLocator())
    _share_axis(axes)
    fig.key(axes, [*entries, ("dotted: one neuron, one task", fig.GREY)], corner="lower right")
    axes.set_title("neurons for each task")
    axes.set_xlabel("neurons m / number of tasks")
    axes.set_ylabel("share of tasks learned")
    return bands


def _draw_samples(axes: fig.Axes, rows: pd.DataFrame) -> fig.Band:
    known = rows.assign(steps=rows["steps"].fillna(np.inf), inverse=1 / rows["amplitude"])
    medians = known.groupby(["group", "inverse"], as_index=False)[["steps"]].median()
    inverse, steps = fig.replicate_curves(
        medians, point="inverse", value="steps", replicate="group"
    )
    band = fig.log_band(steps, "steps")
    theory = known.groupby("inverse")["predicted"].first().to_numpy(dtype=np.float64)
    axes.plot(inverse, theory, color=fig.GREY, linewidth=0.9, linestyle="--")
    asymptote = theory[-1] * (inverse / inverse[-1]) ** 2
    axes.plot(inverse, asymptote, color=fig.GREY, linewidth=0.8, linestyle=":")
    fig.draw_band(axes, inverse, band, color=fig.INK)
    axes.plot(inverse, band.middle, linestyle="none", marker="o", color=fig.INK)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(inverse, [f"1/{1 / x:g}" for x in inverse])
    axes.xaxis.set_minor_locator(fig.NullLocator())
    entries = [("online SGD", fig.INK), ("dashed: theory; dotted: a⁻²", fig.GREY)]
    fig.key(axes, entries, corner="lower right")
    axes.set_title("samples for one task")
    axes.set_ylabel("median samples n")
    axes.set_xlabel("1 / amplitude a")
    return band


def _share_axis(axes: fig.Axes) -> None:
    axes.set_ylim(0.0, 1.06)
    axes.set_yticks([0.0, 0.5, 1.0])
