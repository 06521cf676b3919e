"""Small tables shaped like those of the data split, and the figures made of them."""

from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from compsparse.steps import Inputs, Outputs, Params

Step = Callable[[Inputs, Params], Outputs]
Draw = Callable[[Step, pd.DataFrame], Figure]

PARENTS = (1, 2, 3, 4)
SHARES = tuple(round(256 * share) / 256 for share in (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.95))
RUNS = 6


def final_loss(parents: int, share: float) -> float:
    return 1e-3 * 2.5**parents + 5 / (1 + (share / (0.06 * parents)) ** 5)


@pytest.fixture
def cells() -> pd.DataFrame:
    """Return one row per number of parents, share and run with a planted loss."""
    random = np.random.default_rng(3)
    rows = [
        (p, share, run, final_loss(p, share) * np.exp(0.2 * random.standard_normal()))
        for p, share, run in product(PARENTS, SHARES, range(RUNS))
    ]
    table = pd.DataFrame(rows, columns=["parents", "seen_fraction", "run", "held_out_loss"])
    return table.assign(loss=1.2 * table["held_out_loss"])


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Return a function that draws a table and checks that its words are apart and inside."""

    def draw_table(step: Step, table: pd.DataFrame) -> Figure:
        path = tmp_path / "table.csv"
        table.to_csv(path, index=False)
        outputs = step({"table": path}, {})
        assert set(outputs) == {"svg", "png"}
        figure = outputs["svg"]
        assert isinstance(figure, Figure) and outputs["png"] is figure
        require_legible(figure)
        return figure

    return draw_table


def written(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.findobj(Text))


def require_legible(figure: Figure) -> None:
    figure.draw_without_rendering()
    beyond = {
        id(tick.label1)
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]
        if not min(axis.get_view_interval()) <= tick.get_loc() <= max(axis.get_view_interval())
    }
    boxes = {
        text: Text.get_window_extent(text)
        for text in figure.findobj(Text)
        if text.get_text() and text.get_visible() and id(text) not in beyond
    }
    for text, box in boxes.items():
        assert box.x0 >= 0 and box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1, text
    for (first, a), (second, b) in combinations(boxes.items(), 2):
        apart = a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 or b.y1 <= a.y0
        assert apart, (first, second)
