import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import render_parent_states
from tests.unit.studies.drawing import written
from tests.unit.studies.factorial.data_split.figure_tables import RUNS, Draw

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def table(cells: pd.DataFrame) -> pd.DataFrame:
    unseen = (256 * (1 - cells["seen_fraction"])).round().astype(int)
    share = (1 - np.exp(-256 * cells["seen_fraction"] / 2 ** cells["parents"])).round(1)
    covered = (share * unseen).astype(int)
    return cells.assign(
        covered_inputs=covered,
        covered_loss=cells["held_out_loss"].where(covered > 0),
        uncovered_inputs=unseen - covered,
        uncovered_loss=(3 * cells["held_out_loss"]).where(unseen > covered),
        expected_covered_share=share,
    )


def test_a_dot_for_each_network_with_both_kinds(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_parent_states.run, table)
    both = table.dropna(subset=["covered_loss", "uncovered_loss"])
    assert 0 < len(both) < len(table)
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    dots = [line for line in dots if len(line.get_xdata())]
    for line, parents in zip(dots, sorted(set(both["parents"])), strict=True):
        rows = both[both["parents"] == parents]
        np.testing.assert_allclose(line.get_xdata(), rows["uncovered_loss"])
        np.testing.assert_allclose(line.get_ydata(), rows["covered_loss"])
    assert f"{len(both)} of the {len(table)} networks" in written(figure)
    assert f"{RUNS} seeds" in written(figure)


def test_shares_and_their_expectation(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_parent_states.run, table)
    lines = figure.axes[1].lines
    assert [line.get_marker() for line in lines] == ["None"] * 4 + ["x"] * 4
    share = table["covered_inputs"] / (table["covered_inputs"] + table["uncovered_inputs"])
    by_parents = table.assign(share=share).groupby("parents")
    for mean, expected, (_, rows) in zip(lines[:4], lines[4:], by_parents, strict=True):
        means = rows.groupby("seen_fraction")[["share", "expected_covered_share"]].mean()
        assert mean.get_xdata() == pytest.approx(means.index.to_numpy())
        assert mean.get_ydata() == pytest.approx(means["share"].to_numpy())
        assert expected.get_ydata() == pytest.approx(means["expected_covered_share"].to_numpy())


def test_without_any_network_to_compare(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_parent_states.run, table[table["uncovered_inputs"] == 0])
    assert "no network has both" in written(figure)


@pytest.mark.parametrize("column", render_parent_states.run.columns)
def test_missing_column_is_named(table: pd.DataFrame, draw: Draw, column: str) -> None:
    with pytest.raises(ValueError, match=f"'{column}' is missing"):
        draw(render_parent_states.run, table.drop(columns=column))
