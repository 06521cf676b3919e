import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import render_data_split_compute
from tests.unit.studies.drawing import written
from tests.unit.studies.factorial.data_split.figure_tables import Draw
from tests.unit.studies.factorial.expected_curves import require_curve

pytestmark = pytest.mark.filterwarnings("error")

STEPS = np.array([1, 4, 20, 90, 400, 4000])


@pytest.fixture
def table(cells: pd.DataFrame) -> pd.DataFrame:
    frames = []
    for step in STEPS:
        loss = cells["held_out_loss"] + 3.0 / step
        flops = step * cells["seen_fraction"] * 12.6e6
        frames.append(cells.assign(flops=flops, held_out_loss=loss))
    return pd.concat(frames, ignore_index=True)


def test_a_panel_for_each_graph_with_every_share(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_data_split_compute.run, table)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [title.split()[0] for title in titles] == ["1", "2", "3", "4"]
    for axes, (_, rows) in zip(figure.axes, table.groupby("parents"), strict=True):
        by_share = rows.groupby("seen_fraction")
        for line, (_, share_rows) in zip(axes.lines, by_share, strict=True):
            require_curve(line, share_rows, "flops", "held_out_loss")
    assert written(figure).count("γ = 0.05\n") == 4


def test_an_odd_number_of_graphs(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_data_split_compute.run, table[table["parents"] < 4])
    assert [axes.get_visible() for axes in figure.axes] == [True] * 3 + [False]


@pytest.mark.parametrize("column", render_data_split_compute.run.columns)
def test_missing_column_is_named(table: pd.DataFrame, draw: Draw, column: str) -> None:
    with pytest.raises(ValueError, match=f"'{column}' is missing"):
        draw(render_data_split_compute.run, table.drop(columns=column))
