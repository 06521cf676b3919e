"""Render step: errors against examples, a related target beside an unrelated one."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.line_panels import draw_line_panels

_ARMS = {
    "frozen": "copied, frozen",
    "fine_tuned": "copied, fine-tuned",
    "scratch": "from scratch",
    "frozen_random": "random, frozen",
    "frozen_other": "from another source",
}


@fig.renders("target", "arm", "examples", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, levels: int) -> fig.Figure:
    """``levels`` is how many are copied."""
    titles = {"related": f"target shares {levels} levels", "unrelated": "target shares none"}
    return draw_line_panels(
        table,
        headline,
        panels=("target", titles),
        lines=("arm", _ARMS),
        x=("examples", "examples of the target"),
        note=f"Tree networks; {levels} lower levels are copied from one trained on a source. "
        "All arms\nhave the same rates, restarts and steps. ",
    )
