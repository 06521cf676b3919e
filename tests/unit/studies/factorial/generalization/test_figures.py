"""What the figures of all results of the theme have in common."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure

from tests.unit.studies.drawing import require_legible
from tests.unit.studies.factorial.generalization.figure_tables import STEPS
from workflow_engine.artifacts.pictures import encode

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[str, pd.DataFrame], Figure]
Tables = dict[str, pd.DataFrame]
EACH_STEP = pytest.mark.parametrize("name", STEPS)


@EACH_STEP
def test_texts_are_apart_and_inside(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    require_legible(draw_table(name, theme_tables[name]))


@pytest.mark.parametrize("name", ["generalization_connectivity", "parent_map"])
def test_same_bytes_again(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    path = Path("figure.svg")
    first, second = (encode(path, draw_table(name, theme_tables[name])) for _ in range(2))
    assert first == second


@EACH_STEP
def test_missing_column_is_named(name: str, theme_tables: Tables, draw_table: Draw) -> None:
    for column in STEPS[name].columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            draw_table(name, theme_tables[name].drop(columns=column))
