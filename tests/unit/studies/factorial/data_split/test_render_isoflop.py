import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_split import render_isoflop
from tests.unit.studies.drawing import written
from tests.unit.studies.factorial.data_split.figure_tables import Draw
from tests.unit.studies.factorial.expected_curves import require_curve

pytestmark = pytest.mark.filterwarnings("error")

BEST = {1: 0.19921875, 4: 0.5}


@pytest.fixture
def table(cells: pd.DataFrame) -> pd.DataFrame:
    two = cells[cells["parents"].isin([1, 4])]
    frames = []
    for budget in (5.0, 15.0, 50.0, 150.0):
        distance = np.abs(np.log(two["seen_fraction"] / two["parents"].map(BEST)))
        loss = (0.1 + distance) * two["parents"] / budget**0.5 + 0.001 * two["run"]
        frames.append(
            two.assign(budget=budget, flops=budget * 12.6e6, held_out_loss=loss, loss=1.1 * loss)
        )
    return pd.concat(frames, ignore_index=True)


def test_the_best_share_of_every_budget_is_marked(table: pd.DataFrame, draw: Draw) -> None:
    figure = draw(render_isoflop.run, table)
    for axes, parents in zip(figure.axes, (1, 4), strict=True):
        assert axes.get_title(loc="left").startswith(f"{parents} parent")
        marked = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
        assert marked == [BEST[parents]] * 4
        budgets = table[table["parents"] == parents].groupby("budget")
        for index, (_, rows) in enumerate(budgets):
            held_out, unseen, best = axes.lines[index::4]
            require_curve(held_out, rows, "seen_fraction", "held_out_loss")
            require_curve(unseen, rows, "seen_fraction", "loss")
            require_curve(
                best, rows[rows["seen_fraction"] == BEST[parents]], "seen_fraction", "held_out_loss"
            )


def test_budgets_are_labelled_with_their_compute(table: pd.DataFrame, draw: Draw) -> None:
    words = written(draw(render_isoflop.run, table))
    for label in ("63 MFLOP", "190 MFLOP", "630 MFLOP", "1.9 GFLOP"):
        assert words.count(label) == 2


@pytest.mark.parametrize("column", render_isoflop.run.columns)
def test_missing_column_is_named(table: pd.DataFrame, draw: Draw, column: str) -> None:
    with pytest.raises(ValueError, match=f"'{column}' is missing"):
        draw(render_isoflop.run, table.drop(columns=column))
