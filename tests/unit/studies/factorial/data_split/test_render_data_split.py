import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import render_data_split
from tests.unit.studies.drawing import written
from tests.unit.studies.factorial.data_split.figure_tables import RUNS, Draw
from tests.unit.studies.factorial.expected_curves import require_curve

pytestmark = pytest.mark.filterwarnings("error")


def test_every_graph_by_both_judgments(cells: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_data_split.run, cells)
    for label in ("1 parent", "2 parents", "3 parents", "4 parents", f"{RUNS} seeds"):
        assert label in written(figure)
    lines = [line for line in figure.axes[0].lines if line.get_linestyle() != "None"]
    assert [line.is_dashed() for line in lines] == [False] * 4 + [True] * 4
    for parents, solid, dashed in zip((1, 2, 3, 4), lines[:4], lines[4:], strict=True):
        rows = cells[cells["parents"] == parents]
        require_curve(solid, rows, "seen_fraction", "held_out_loss")
        require_curve(dashed, rows, "seen_fraction", "loss")


@pytest.mark.parametrize("column", render_data_split.run.columns)
def test_missing_column_is_named(cells: pd.DataFrame, draw: Draw, column: str) -> None:
    with pytest.raises(ValueError, match=f"'{column}' is missing"):
        draw(render_data_split.run, cells.drop(columns=column))


def test_a_missing_share_is_named(cells: pd.DataFrame, draw: Draw) -> None:
    first = (cells["run"] == 2) & (cells["seen_fraction"] == 0.5)
    with pytest.raises(ValueError, match=r"run = 2 has no finite held_out_loss at .* = 0.5"):
        draw(render_data_split.run, cells[~first])
