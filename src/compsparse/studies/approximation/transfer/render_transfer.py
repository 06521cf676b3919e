"""Render step: errors against examples, a related target beside an unrelated one."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import Split, draw_line_panels

_ARMS = {
    "frozen": "copied, frozen",
    "fine_tuned": "copied, fine-tuned",
    "scratch": "from scratch",
    "frozen_random": "random, frozen",
    "frozen_other": "from another source",
}


@fig.renders("target", "arm", "examples", "run", "error")
def run(table: pd.DataFrame, *, levels: int) -> fig.Figure:
    """``levels`` is how many are copied."""
    figure = fig.new_figure(fig.COLUMN_AND_A_HALF, 3.0)
    fig.headline(figure, "Frozen modules serve where the targets share them, and only there")
    titles = {"related": f"target shares {levels} levels", "unrelated": "target shares none"}
    drawn = draw_line_panels(
        figure,
        table,
        Split("target", titles),
        Split("arm", _ARMS),
        point="examples",
        value="error",
        label="examples of the target",
    )
    drawn.axes[0].set_ylabel("error over variance")
    fig.footer(
        figure,
        f"Tree networks; {levels} lower levels are copied from one trained on a source. All arms\n"
        f"have the same rates, restarts and steps. {fig.band_note(drawn.bands)}",
    )
    return fig.settle(figure, *drawn.labels)
