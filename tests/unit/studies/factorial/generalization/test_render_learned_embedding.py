from collections.abc import Callable
from itertools import product

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.unit.studies.factorial.expected_curves import require_curve

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[str, pd.DataFrame], Figure]
Tables = dict[str, pd.DataFrame]


def written(figure: Figure) -> list[str]:
    return "\n".join(text.get_text() for text in figure.findobj(Text)).splitlines()


def test_both_embeddings_on_seen_and_unseen_inputs(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["learned_embedding"]
    figure = draw_table("learned_embedding", table)
    wanted = {f"{e}, {i}" for e in ("learned", "fixed") for i in ("seen", "unseen")}
    assert wanted | {"best constant"} <= set(written(figure))
    unseen, _, seen = figure.axes[0].lines[:3]
    assert (unseen.is_dashed(), seen.is_dashed()) == (False, True)
    assert unseen.get_color() == seen.get_color() != figure.axes[0].lines[1].get_color()
    *curves, constant = figure.axes[0].lines
    cells = product(("loss", "train_loss"), ("learned", "fixed"))
    for line, (column, embedding) in zip(curves, cells, strict=True):
        rows = table[(table["embedding"] == embedding) & (table["step"] > 0)]
        require_curve(line, rows, "step", column)
    best = np.exp(np.log(table["constant_loss"]).mean())
    assert constant.get_ydata() == pytest.approx([best, best])
