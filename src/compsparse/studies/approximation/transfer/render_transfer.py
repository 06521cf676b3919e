"""Render step: errors against examples, levels kept beside levels trained on."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.approximation.panels import draw_line_panels

_PANELS = {"kept": "levels kept", "tuned": "levels trained on"}
# by arm: its panel, or both, and its line
_ARMS = {
    "frozen": ("kept", "related"),
    "fine_tuned": ("tuned", "related"),
    "frozen_other": ("kept", "other"),
    "fine_tuned_other": ("tuned", "other"),
    "frozen_random": ("kept", "random"),
    "scratch": ("both", "scratch"),
}


@fig.renders("arm", "examples", "run", "error")
def run(table: pd.DataFrame, *, headline: fig.Headline, levels: int) -> fig.Figure:
    """``levels`` is how many are copied."""
    panel, line = (table["arm"].map(lambda arm, n=n: _ARMS[arm][n]) for n in (0, 1))
    rows = table.assign(line=line)
    in_panels = [rows.assign(panel=name)[panel.isin([name, "both"])] for name in _PANELS]
    return draw_line_panels(
        pd.concat(in_panels),
        headline,
        panels=("panel", _PANELS),
        lines=(
            "line",
            {
                "related": "related source",
                "other": "other source",
                "random": "random levels",
                "scratch": "from scratch",
            },
        ),
        x=("examples", "examples of the target"),
        note=f"Tree networks; {levels} lower levels are copied, from a source that shares them\n"
        "with the target or from one that does not. All arms have the same rates and steps.\n",
    )
