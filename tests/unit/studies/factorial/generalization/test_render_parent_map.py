from collections.abc import Callable

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


def test_every_rank_at_every_dimension(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["parent_map"]
    figure = draw_table("parent_map", table)
    assert {f"rank {rank}" for rank in (2, 4, 6, 8)} <= set(written(figure))
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["16", "32", "64"]
    for index, line in enumerate(axes.lines):
        require_curve(line, table[table["rank"] == 2 + index * 2], "embedding_dimension")
    assert len(axes.lines) == 4
    assert any("5 seeds" in line for line in written(figure))


def test_missing_run_is_refused(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["parent_map"].iloc[1:]
    with pytest.raises(ValueError, match="run = 0 has no finite loss"):
        draw_table("parent_map", table)
