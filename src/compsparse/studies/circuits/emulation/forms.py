"""How figures of networks draw the three forms of steps."""

import pandas as pd

from compsparse.figures import api as fig

COLUMNS = ("circuit", "depth", "form", "deviation", "run", "largest", "bound")
FORM_COLORS = {
    "plain": fig.CATEGORIES[0],
    "saturating": fig.CATEGORIES[2],
    "sigmoid": fig.CATEGORIES[1],
}
FAMILY_STYLES = {"parity_chain": "-", "ripple_adder": "--"}


def draw_by_depth(axes: fig.Axes, rows: pd.DataFrame, value: str) -> None:
    """Draw the mean over runs by depth: families as lines, machines as points, colors by form."""
    means = rows.groupby(["circuit", "form", "depth"], sort=False)[value].mean().reset_index()
    for (circuit, form), curve in means.groupby(["circuit", "form"], sort=False):
        ordered = curve.sort_values("depth")
        style = FAMILY_STYLES.get(str(circuit))
        axes.plot(
            ordered["depth"],
            ordered[value],
            color=FORM_COLORS[str(form)],
            linestyle=style or "none",
            marker="none" if style else "o",
            markersize=2.6,
            markerfacecolor="none",
            markeredgewidth=0.7,
            # values of zero lie on the frame
            clip_on=False,
        )
    axes.set_xscale("log")
    axes.set_xlabel("depth of the circuit (gates)")


def at_deviation(table: pd.DataFrame, deviation: float) -> pd.DataFrame:
    """Return the rows of one deviation that have an error."""
    rows = table[(table["deviation"] == deviation) & table["largest"].notna()]
    if rows.empty:
        raise ValueError(
            f"The table has no errors at the deviation {deviation}; it has those at "
            f"{sorted(table['deviation'].unique())}."
        )
    return rows


def seeds(rows: pd.DataFrame) -> str:
    """Return how many runs a mean is over, for a footer."""
    return f"mean over {rows['run'].nunique()} seeds of the largest error"
