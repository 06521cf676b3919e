"""How figures of networks draw the three forms of steps, by the depth of the circuit."""

import pandas as pd

from compsparse.figures import api as fig

SHOWN = 0.05  # the deviation of the figures
COLUMNS = ("circuit", "depth", "form", "deviation", "run", "largest", "bound")
FORM_COLORS = {
    "plain": fig.CATEGORIES[0],
    "saturating": fig.CATEGORIES[2],
    "sigmoid": fig.CATEGORIES[1],
}
_FAMILY_STYLES = {"parity_chain": "-", "ripple_adder": "--"}


def draw_by_depth(axes: fig.Axes, rows: pd.DataFrame) -> None:
    """Draw the mean over runs by depth: families as lines, machines as points, colors by form."""
    means = rows.groupby(["circuit", "form", "depth"])["largest"].mean().reset_index()
    for (circuit, form), curve in means.groupby(["circuit", "form"]):
        style = _FAMILY_STYLES.get(str(circuit))
        axes.plot(
            curve["depth"],
            curve["largest"],
            color=FORM_COLORS[str(form)],
            linestyle=style or "none",
            marker="none" if style else "o",
            markersize=2.6,
            markerfacecolor="none",
            markeredgewidth=0.7,
            clip_on=False,  # values of zero lie on the frame
        )
    axes.set_xscale("log")
    axes.set(xlabel="depth of the circuit (gates)", ylabel="largest error of an output")


def shown_rows(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the deviation ``SHOWN`` that have an error."""
    rows = table[(table["deviation"] == SHOWN) & table["largest"].notna()]
    if rows.empty:
        raise ValueError(
            f"The table has no errors at the deviation {SHOWN}; it has those at "
            f"{sorted(table['deviation'].unique())}."
        )
    return rows


def seeds(rows: pd.DataFrame) -> str:
    """Return how many runs a mean is over, for a footer."""
    return f"mean over {rows['run'].nunique()} seeds of the largest error"
