from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.factorial.generalization import evaluate_generalization_complexity
from compsparse.studies.factorial.single_pass import evaluate_single_pass

Write = Callable[..., Path]

# input sizes and (SC) of four cells, the last two of equal complexity
CELLS = [([2] * 6, 64), ([4] * 3, 256), ([8] * 2, 1024), ([64], 1024)]
REPLICATES = 3


def histories(write: Write, loss_of: Callable[[int, int], float], **arrays: object) -> list[Path]:
    """Write the four cells, with constant curves after an arbitrary loss at step 0."""
    paths = []
    for index, (sizes, complexity) in enumerate(CELLS):
        losses = np.array([[loss_of(index, run)] * 9 for run in range(REPLICATES)])
        losses[:, 0] = 1e9
        paths.append(
            write(
                losses,
                input_sizes=sizes,
                statistical_complexity=np.full(REPLICATES, complexity),
                **arrays,
            )
        )
    return paths


def metrics_of(paths: list[Path]) -> Any:
    outputs: Any = evaluate_single_pass.run({"histories": paths}, {"root_seed": 0})
    return outputs["metrics"]["factorial_single_pass"]


def test_a_loss_proportional_to_a_power_of_the_complexity(write_history: Write) -> None:
    metrics = metrics_of(histories(write_history, lambda cell, run: CELLS[cell][1] ** 0.5))
    assert metrics["order_agreement"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 3}
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(0.5)
    assert metrics["equal_complexity_gap"]["value"] == pytest.approx(0, abs=1e-12)


def test_reversed_order(write_history: Write) -> None:
    metrics = metrics_of(histories(write_history, lambda cell, run: 1 / CELLS[cell][1]))
    assert metrics["order_agreement"]["value"] == 0
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(-1)


def test_gap_is_the_coarser_minus_the_finer_cell(write_history: Write) -> None:
    paths = histories(write_history, lambda cell, run: np.exp(cell * (1 + run / 10)))
    metrics = metrics_of(paths)
    # cells 3 and 2 differ by 1, 1.1, 1.2; standard error 0.1 / sqrt(3), t quantile 4.3027
    assert metrics["equal_complexity_gap"]["value"] == pytest.approx(1.1)
    assert metrics["equal_complexity_gap"]["low"] == pytest.approx(
        1.1 - 4.3027 * 0.1 / 3**0.5, 1e-4
    )
    assert metrics_of(paths[::-1]) == metrics  # the order of the files does not matter


def test_zero_loss_counts_as_the_rounding_floor(write_history: Write) -> None:
    metrics = metrics_of(histories(write_history, lambda cell, run: 0.0 if cell == 3 else 1.0))
    assert metrics["equal_complexity_gap"]["value"] == pytest.approx(np.log(1e-16))


def test_without_cells_of_equal_complexity_there_is_no_gap(write_history: Write) -> None:
    metrics = metrics_of(histories(write_history, lambda cell, run: 1.0)[:3])
    assert set(metrics) == {"order_agreement", "log_loss_per_log_complexity"}
    assert metrics["order_agreement"]["value"] == 0.5


def test_table(write_history: Write) -> None:
    paths = histories(write_history, lambda cell, run: float(run))
    table: Any = evaluate_single_pass.run({"histories": paths}, {"root_seed": 0})["table"]
    assert list(table) == [
        "cell",
        "approximation_complexity",
        "statistical_complexity",
        "run",
        "step",
        "flops",
        "loss",
    ]
    assert len(table) == 4 * REPLICATES * 9
    assert table["cell"].unique().tolist() == ["2^6", "4^3", "8^2", "64"]
    assert table.iloc[-1].tolist() == ["64", 16, 1024, 2, 100, 100000.0, 2.0]


def test_generalization_shows_the_train_loss_and_judges_the_other(write_history: Write) -> None:
    paths = histories(
        write_history, lambda cell, run: CELLS[cell][1] ** 0.5, train_loss=np.full((3, 9), 0.25)
    )
    outputs: Any = evaluate_generalization_complexity.run({"histories": paths}, {"root_seed": 0})
    assert outputs["table"]["train_loss"].unique().tolist() == [0.25]
    metrics = outputs["metrics"]["factorial_generalization_complexity"]
    assert metrics["log_loss_per_log_complexity"]["value"] == pytest.approx(0.5)


def test_generalization_without_train_loss(write_history: Write) -> None:
    paths = histories(write_history, lambda cell, run: 1.0)
    with pytest.raises(ArtifactError, match="train_loss"):
        evaluate_generalization_complexity.run({"histories": paths}, {"root_seed": 0})


def test_cells_with_other_replicates(write_history: Write) -> None:
    paths = histories(write_history, lambda cell, run: 1.0)
    paths.append(write_history([1.0, 1.0], input_sizes=[2, 32]))
    with pytest.raises(ValueError, match=r"2\*32.*exactly once"):
        metrics_of(paths)
