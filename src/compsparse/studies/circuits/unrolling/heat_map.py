"""A table of shares as shaded cells with numbers in them, and the names of machines there."""

import pandas as pd
import seaborn as sns

from compsparse.figures import api as fig

MACHINES = {
    "parity": "parity",
    "unary_increment": "1ᵐ → 1ᵐ⁺¹",
    "binary_increment": "a + 1",
    "binary_addition": "a + b",
    "zeros_ones": "0ᵐ1ᵐ",
    "palindrome": "palindrome",
}


def machine_name(machine: str) -> str:
    """Return the name of a machine in figures."""
    return MACHINES.get(machine, machine)


def heat_map(axes: fig.Axes, shares: pd.DataFrame, color: str) -> None:
    """Shade every cell by its share, 0 white and 1 full, and write it there; rows from the top."""
    sns.heatmap(
        shares,
        vmin=0.0,
        vmax=1.0,
        cmap=sns.blend_palette(["white", color], as_cmap=True),
        annot=shares.map(_percent),
        fmt="",
        annot_kws={"fontsize": fig.SMALL_TEXT_SIZE},
        linewidths=1.0,
        cbar=False,
        ax=axes,
    )
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.set(xlabel="", ylabel="")


def _percent(share: float) -> str:
    """Return a fraction in percent; only exactly none or all is written as 0 or 100."""
    percent = 100 * share
    if 0 < percent < 1:
        return "<1"
    if 99 < percent < 100:
        return ">99"
    return f"{percent:.0f}"
