"""Render step: physical trajectories as circuits (document 000, 'several of the puzzles')."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.statistics import api as stats
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.slopes import bits_per_step, slopes_by_run


@fig.renders("part", "system", "run", "steps", "size", "accuracy", "mean_bits", "linear_bits")
def run(table: pd.DataFrame, *, headline: fig.Headline, first_step: int) -> fig.Figure:
    growth, accurate = (table[table["part"] == part] for part in ("growth", "accurate"))
    # up to the shorter of the systems' horizons
    growth = growth[growth["steps"] <= growth.groupby("system")["steps"].max().min()]
    accuracy = int(accurate["accuracy"].max())
    figure = fig.new_figure(fig.COLUMN, 4.2)
    above, below = figure.subplots(2, 1)
    fig.headline(figure, headline)
    lost, sizes = {}, {}
    systems = fig.name_groups(growth["system"].unique(), "{}")
    for name, (_, color) in systems.items():
        label, curve = SYSTEMS[name].label, growth[growth["system"] == name]
        slope = slopes_by_run(
            accurate[accurate["system"] == name], stats.log_log_slope, "steps", "size"
        ).mean()
        sizes[name] = (f"{label}\nslope {slope:.2f}", color)
        lost[name] = (label, color)
        if SYSTEMS[name].chaotic:
            rise = bits_per_step(curve, first_step).mean()
            lost[name] = (f"{label}\n{rise:.3f} bits per step", color)
            predicted = curve.groupby("steps")["linear_bits"].mean()
            above.plot(predicted, color=fig.GREY, linestyle=":", linewidth=1.0)
    grown = fig.draw_curves(above, growth, x="steps", y="mean_bits", by="system", styles=lost)
    above.set(ylabel="bits lost to rounding", xlabel="time steps")
    built = fig.draw_curves(
        below, accurate, x="steps", y="size", by="system", styles=sizes, geometric=True
    )
    below.set_xscale("log", base=2)
    below.set_yscale("log")
    below.set(ylabel="gates at one accuracy", xlabel="time steps")
    fig.set_ticks(below.xaxis, sorted(set(accurate["steps"])))
    fig.footer(
        figure,
        "Above: mean log₂ of the error in units of the last place; dotted: linearised map;\n"
        f"slope from step {first_step} on. Below: circuits precise to "
        f"2{fig.superscript(-accuracy)}.\n"
        f"{fig.band_note([*grown.bands, *built.bands])}",
    )
    return fig.settle(
        figure, fig.label_line_ends(above, grown.ends), fig.label_line_ends(below, built.ends)
    )
