from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.data_model.dataset import read_dataset
from compsparse.studies.factorial.data_model.reference_losses import constant_loss
from compsparse.studies.factorial.generalization import evaluate_generalization_complexity
from compsparse.studies.factorial.histories import learning_speed
from compsparse.studies.factorial.single_pass import evaluate_single_pass

Write = Callable[..., Path]
Cells = Callable[..., dict[str, Any]]

# input sizes, (AC) and (SC); the first has another (AC), the last two are equal
CELLS = [([2] * 6, 8, 64), ([4] * 3, 16, 256), ([8] * 2, 16, 1024), ([64], 16, 1024)]
RUNS = 3
UNSEEN = np.array([0, 21, 42, 63])


@pytest.fixture
def cells(tmp_path: Path, write_history: Write) -> Cells:
    """Return a function that writes the step's inputs; losses are shares of the constants'."""

    def write(seen_share: Callable[[int, int], float], *, unseen: bool = False) -> dict[str, Any]:
        inputs: dict[str, list[Path]] = {"histories": [], "datasets": []}
        for index, (sizes, width, complexity) in enumerate(CELLS):
            params = {
                "root_seed": 0,
                "seed_names": ["test", str(index)],
                "input_factors": sizes,
                "output_factors": [3, 2],
                "parents": 2,
                "concentration": 0.5,
                "runs": RUNS,
            }
            arrays: Any = generate_dataset.run({}, **params)["dataset"]
            path = tmp_path / f"{index}.npz"
            np.savez(path, **arrays)
            judged = UNSEEN if unseen else np.arange(64)
            losses = np.array(
                [
                    [constant_loss(read_dataset(path), run, judged) * seen_share(index, run)] * 9
                    for run in range(RUNS)
                ]
            )
            losses[:, 0] = 1e9
            seen = np.ones((RUNS, 64), dtype=np.int64)
            seen[:, UNSEEN] = 0
            more = {"seen": seen, "train_loss": np.full((RUNS, 9), 0.25)} if unseen else {}
            history = write_history(
                losses,
                input_sizes=sizes,
                output_sizes=[3, 2],
                approximation_complexity=np.full(RUNS, width),
                statistical_complexity=np.full(RUNS, complexity),
                **more,
            )
            inputs["datasets"].append(path)
            inputs["histories"].append(history)
        return inputs

    return write


def evaluated_metrics(inputs: dict[str, Any]) -> Any:
    outputs: Any = evaluate_single_pass.run(inputs, root_seed=0)
    return outputs["metrics"]["factorial_single_pass"]


def test_a_loss_proportional_to_a_power_of_the_complexity(cells: Cells) -> None:
    metrics = evaluated_metrics(cells(lambda cell, run: CELLS[cell][2] ** 0.5 / 100))
    assert metrics["order_agreement"]["value"] == 1
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(0.5)
    assert metrics["identical_law_gap"]["value"] == pytest.approx(0, abs=1e-12)
    # no spread, and half of a rise of half of ln 4
    assert metrics["equal_complexity_excess"]["value"] == pytest.approx(-np.log(4) / 4)


def test_a_cell_of_another_approximation_complexity_has_no_part(cells: Cells) -> None:
    metrics = evaluated_metrics(cells(lambda cell, run: 1e-9 if cell == 0 else 0.1))
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(0, abs=1e-12)


def test_reversed_order(cells: Cells) -> None:
    metrics = evaluated_metrics(cells(lambda cell, run: 1 / CELLS[cell][2]))
    assert metrics["order_agreement"]["value"] == 0
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(-1)


def test_losses_above_the_constants_are_no_difference(cells: Cells) -> None:
    """As with a wrong embedding: what a constant misses, and how wrong networks are, is nothing."""
    metrics = evaluated_metrics(cells(lambda cell, run: float(CELLS[cell][2])))
    assert metrics["order_agreement"]["value"] == 0.5
    assert metrics["log_loss_per_log_complexity"]["value"] == 0
    assert metrics["equal_complexity_excess"]["value"] == 0


def test_cells_beside_the_sweep_are_compared_and_not_ordered(cells: Cells) -> None:
    inputs = cells(lambda cell, run: 0.1 if cell else 0.01)
    split = {
        f"{prefix}{kind}": [inputs[kind][i] for i in places]
        for prefix, places in (("", (1, 2)), ("equal_complexity_", (3,)))
        for kind in ("histories", "datasets")
    }
    outputs: Any = evaluate_single_pass.run(split, root_seed=0)
    metrics = outputs["metrics"]["factorial_single_pass"]
    assert metrics["equal_complexity_excess"]["value"] == pytest.approx(0, abs=1e-12)
    assert "identical_law_gap" not in metrics
    table = outputs["table"]
    assert table["cell"].unique().tolist() == ["4^3", "8^2", "64, p = 2"]
    assert table.groupby("swept")["cell"].nunique().to_dict() == {0: 1, 1: 2}


def test_gap_is_the_coarser_minus_the_finer_cell(cells: Cells) -> None:
    gap = evaluated_metrics(cells(lambda cell, run: np.exp(cell * (1 + run / 10) - 9)))
    # cells 3 and 2 differ by 1, 1.1, 1.2; standard error 0.1 / sqrt(3), t quantile 4.3027
    assert gap["identical_law_gap"]["value"] == pytest.approx(1.1)
    low = gap["identical_law_gap"]["low"]
    assert low == pytest.approx(1.1 - 4.3027 * 0.1 / 3**0.5, 1e-4)


def test_generalization_is_held_against_the_constant_of_the_unseen_inputs(cells: Cells) -> None:
    inputs = cells(lambda cell, run: CELLS[cell][2] ** 0.5 / 100, unseen=True)
    outputs: Any = evaluate_generalization_complexity.run(inputs, root_seed=0)
    assert outputs["table"]["train_loss"].unique().tolist() == [0.25]
    metrics = outputs["metrics"]["factorial_generalization_complexity"]
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(0.5)


def test_a_sweep_of_one_complexity_has_no_order() -> None:
    names = ("approximation_complexity", "statistical_complexity", "area")
    rows = pd.DataFrame({"swept": [True], **{name: [8] for name in names}}).astype({"area": float})
    assert learning_speed.order_agreement(rows) is None
    assert learning_speed.log_loss_per_log_complexity(rows) is None
    assert learning_speed.equal_complexity_excess(rows) is None
