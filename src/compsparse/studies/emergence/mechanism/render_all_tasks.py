"""Render step: shares of tasks learned against neurons per task, and against scaled samples."""

import numpy as np
import pandas as pd

from compsparse.figures import api as fig


@fig.renders(
    "kind", "run", "neurons", "directions", "share", "amplitude", "scaled", "failed", "longest"
)
def run(table: pd.DataFrame) -> fig.Figure:
    widths, samples = (table[table["kind"] == kind] for kind in ("width", "samples"))
    if widths.empty or samples.empty:
        raise ValueError("The table needs rows of the kinds 'width' and 'samples'.")
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 2.6)
    left, right = figure.subplots(1, 2)
    fig.headline(figure, "All tasks take m ~ P neurons and n ~ 1/a² samples")
    bands = _draw_widths(left, widths)
    _draw_samples(right, samples)
    given_up = int(samples["scaled"].isna().sum())
    failed = int(samples["failed"].astype(bool).sum())
    runs = samples.groupby("amplitude").size().iloc[0]
    fig.footer(
        figure,
        f"Left: population flow, {fig.band_note(bands)}\nRight: online SGD on one direction (exact "
        f"chain), step size in proportion to a; {runs} runs of each\namplitude; {given_up} of "
        f"{len(samples)} were given up at the right end, {failed} of them overflowed.",
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


def _draw_samples(axes: fig.Axes, rows: pd.DataFrame) -> None:
    amplitudes = sorted(set(rows["amplitude"]), reverse=True)
    entries = []
    end = float(rows["longest"].iloc[0])
    for amplitude, color in zip(amplitudes, fig.sequential(len(amplitudes)), strict=True):
        scaled = rows[rows["amplitude"] == amplitude]["scaled"]
        learned = np.sort(scaled.dropna().to_numpy(dtype=np.float64))
        shares = np.arange(1, len(learned) + 1) / len(scaled)
        x = np.concatenate([learned[:1], learned, [end]])
        axes.step(x, np.concatenate([[0.0], shares, shares[-1:]]), where="post", color=color)
        entries.append((f"a = {amplitude:g}", color))
    axes.set_xscale("log")
    axes.xaxis.set_minor_locator(fig.NullLocator())
    ratio = (amplitudes[0] / amplitudes[-1]) ** 2
    axes.text(
        0.02,
        0.98,
        f"samples unscaled:\n{ratio:.0f} times apart",
        transform=axes.transAxes,
        va="top",
        color=fig.GREY,
        fontsize=fig.SMALL_TEXT_SIZE,
    )
    fig.key(axes, entries, corner="lower right")
    _share_axis(axes)
    axes.set_title("samples for one task")
    axes.set_ylabel("share of runs that learned it")
    axes.set_xlabel("samples n, times a² / dᵏ⁻¹")


def _share_axis(axes: fig.Axes) -> None:
    axes.set_ylim(0.0, 1.06)
    axes.set_yticks([0.0, 0.5, 1.0])
