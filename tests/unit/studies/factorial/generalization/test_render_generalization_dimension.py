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


def test_every_dimension_and_the_reference(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["generalization_dimension"]
    figure = draw_table("generalization_dimension", table)
    labels = written(figure)
    dimensions = sorted(set(table["embedding_dimension"]))
    assert all(f"d = {d}" + " = AC" * (d == 16) in labels for d in dimensions)
    assert "a parent unknown" in labels
    *curves, reference = figure.axes[0].lines
    assert [line.is_dashed() for line in curves] == [d < 16 for d in dimensions]
    trained = table[table["flops"] > 0]
    for line, d in zip(curves, dimensions, strict=True):
        require_curve(line, trained[trained["embedding_dimension"] == d], "flops")
    assert reference.get_ydata()[0] == pytest.approx(0.8)
    assert figure.axes[0].get_ylabel() == "loss on unseen inputs (KL, nats)"


def test_two_tasks_are_refused(theme_tables: Tables, draw_table: Draw) -> None:
    table = theme_tables["generalization_dimension"].copy()
    table.loc[table["run"] == 1, "approximation_complexity"] = 8
    with pytest.raises(ValueError, match="too many values"):
        draw_table("generalization_dimension", table)
