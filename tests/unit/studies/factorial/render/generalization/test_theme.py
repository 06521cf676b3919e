"""What the figures of all results of the theme have in common."""

from collections.abc import Callable
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from compsparse.artifacts.pictures import encode
from tests.unit.studies.factorial.render.generalization.conftest import STEPS
from tests.unit.studies.factorial.render.test_render import texts

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[str, pd.DataFrame], Figure]
Tables = dict[str, pd.DataFrame]
EACH_STEP = pytest.mark.parametrize("name", STEPS)


@EACH_STEP
def test_texts_are_apart_and_inside(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    figure = draw_table(name, theme_tables[name])
    figure.draw_without_rendering()
    boxes = {text: Text.get_window_extent(text) for text in texts(figure)}
    for text, box in boxes.items():
        assert box.x0 >= 0 and box.y0 >= 0, text
        assert box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1, text
    for (first, a), (second, b) in combinations(boxes.items(), 2):
        apart = a.x1 <= b.x0 or b.x1 <= a.x0 or a.y1 <= b.y0 or b.y1 <= a.y0
        assert apart, (first, second)


@pytest.mark.parametrize("name", ["generalization_connectivity", "parent_map"])
def test_same_bytes_again(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    path = Path("figure.svg")
    first, second = (encode(path, draw_table(name, theme_tables[name])) for _ in range(2))
    assert first == second


@EACH_STEP
def test_missing_column_is_named(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    module = import_module(f"compsparse.studies.factorial.render.generalization.{name}")
    for column in module.COLUMNS:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            draw_table(name, theme_tables[name].drop(columns=column))


@EACH_STEP
def test_unknown_parameter_is_refused(name: str, theme_tables: Tables, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    theme_tables[name].to_csv(path, index=False)
    with pytest.raises(ValueError, match="does not know the parameter 'colour'"):
        STEPS[name]({"table": path}, {"colour": "red"})
