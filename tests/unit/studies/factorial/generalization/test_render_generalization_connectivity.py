from collections.abc import Callable

import pandas as pd
import pytest
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.unit.studies.factorial.expected_curves import require_curve

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[str, pd.DataFrame], Figure]
Tables = dict[str, pd.DataFrame]


def written(figure: Figure) -> list[str]:
    return "\n".join(text.get_text() for text in figure.findobj(Text)).splitlines()


def test_every_connectivity_and_the_untrained_level(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["generalization_connectivity"]
    figure = draw_table("generalization_connectivity", table)
    labels = written(figure)
    betas = sorted(set(table["connectivity"]))
    assert all(f"β = {beta:g}" in labels for beta in betas)
    assert "untrained" in labels
    assert any("10 seeds" in line and "95 % t interval" in line for line in labels)
    *curves, untrained = figure.axes[0].lines
    assert [line.is_dashed() for line in curves] == [beta in (0, 1) for beta in betas]
    trained = table[table["step"] > 0]
    for line, beta in zip(curves, betas, strict=True):
        require_curve(line, trained[trained["connectivity"] == beta], "step")
    assert 3 < untrained.get_ydata()[0] < 3 * 2.8


def test_constants_are_marked_where_there_is_something_to_miss(
    theme_tables: Tables, draw_table: Draw
) -> None:
    table = theme_tables["generalization_connectivity"]
    figure = draw_table("generalization_connectivity", table)
    marks = next(c for c in figure.axes[0].collections if isinstance(c, PathCollection))
    betas = sorted(set(table["connectivity"]) - {0.0})
    assert marks.get_offsets().data[:, 1] == pytest.approx([3 * beta for beta in betas])


def test_without_extremes_nothing_is_dashed(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["generalization_connectivity"]
    between = table[(table["connectivity"] > 0) & (table["connectivity"] < 1)]
    figure = draw_table("generalization_connectivity", between)
    assert not any(line.is_dashed() for line in figure.axes[0].lines[:-1])
