from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.factorial.data_split.split_losses import (
    final_losses,
    losses_at_budgets,
    pass_operations,
)
from compsparse.studies.factorial.histories.history import History, read_history
from tests.unit.studies.factorial.conftest import STEPS
from tests.unit.studies.factorial.data_split.conftest import OPERATIONS, SHARES

WriteSplits = Callable[..., list[Path]]


def read(paths: list[Path]) -> list[History]:
    return [read_history(path) for path in paths]


def falling(parents: int, share: float, run: int) -> np.ndarray:
    """Return a power law in the number of steps."""
    return parents * (1 + run) * np.maximum(STEPS, 1.0) ** -0.5


def test_final_losses_by_cell(write_splits: WriteSplits) -> None:
    table = final_losses(read(write_splits(falling)))
    assert len(table) == 3 * len(SHARES) * 3
    assert table["seen_fraction"].unique().tolist() == list(SHARES)
    row = table[(table["parents"] == 4) & (table["run"] == 2)].iloc[0]
    assert row["held_out_loss"] == pytest.approx(1.2)
    assert (row["loss"], row["train_loss"]) == (pytest.approx(2.4), pytest.approx(0.6))


def test_rows_do_not_depend_on_the_jobs(write_splits: WriteSplits) -> None:
    histories = read(write_splits(falling))
    assert final_losses(histories).equals(final_losses(histories[::-1]))


def test_a_budget_is_compute_not_steps(write_splits: WriteSplits) -> None:
    histories = read(write_splits(falling))
    assert [pass_operations(h)[0] for h in histories] == [16 * OPERATIONS] * len(SHARES)
    table = losses_at_budgets(histories, [1.0, 6.0])
    assert table["flops"].unique().tolist() == [16 * OPERATIONS, 96 * OPERATIONS]
    # 6 passes over all inputs are 6 / share steps; a power law is exact between logged steps
    for (share, budget), rows in table.groupby(["seen_fraction", "budget"]):
        expected = rows["parents"] * (1 + rows["run"]) * (budget / share) ** -0.5
        np.testing.assert_allclose(rows["held_out_loss"], expected, rtol=1e-12)
        np.testing.assert_allclose(rows["loss"], 2 * expected, rtol=1e-12)


def test_a_budget_at_a_logged_step_is_its_loss(write_splits: WriteSplits) -> None:
    jagged = np.array([9.0, 5.0, 7.0, 1.0, 3.0, 2.0, 8.0, 4.0, 6.0])
    histories = read(write_splits(lambda **_: jagged))
    table = losses_at_budgets(histories[2:3], [0.5 * 8, 0.5 * 100])
    assert table.groupby("budget")["held_out_loss"].first().tolist() == pytest.approx([3.0, 6.0])


@pytest.mark.parametrize(("budget", "words"), [(0.7, "0.75 to 75 passes"), (13.0, "0.125 to 12.5")])
def test_a_budget_out_of_reach(write_splits: WriteSplits, budget: float, words: str) -> None:
    with pytest.raises(ValueError, match=f"budget of {budget:g} passes .* {words}"):
        losses_at_budgets(read(write_splits(falling)), [budget])


def test_a_share_of_the_replicates_is_refused(write_splits: WriteSplits) -> None:
    paths = write_splits(falling, shares=(0.25,)) + write_splits(falling, shares=(0.5,), runs=2)
    with pytest.raises(ValueError, match="exactly once"):
        final_losses(read(paths))
