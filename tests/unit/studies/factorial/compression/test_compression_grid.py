from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.compression import (
    evaluate_compression_grid_a,
    evaluate_compression_grid_b,
)

Write = Callable[..., Path]

# parents: (AC), (SC), as in the scaled grid A
COMPLEXITIES = {1: (4, 32), 2: (8, 64), 3: (16, 128), 4: (16, 256)}
DIMENSIONS = [2, 4, 8, 16]
REPLICATES = 3

Loss = Callable[[int, int, int], float]


def grid_a(write: Write, loss: Loss) -> list[Path]:
    """Write a history per dimension with ``loss(dimension, parents, replicate)``."""
    cells = [(p, r) for p in COMPLEXITIES for r in range(REPLICATES)]
    return [
        write(
            [loss(dimension, p, r) for p, r in cells],
            replicate=[r for _, r in cells],
            parents=[p for p, _ in cells],
            approximation_complexity=[COMPLEXITIES[p][0] for p, _ in cells],
            statistical_complexity=[COMPLEXITIES[p][1] for p, _ in cells],
            embedding_dimension=np.full(len(cells), dimension),
        )
        for dimension in DIMENSIONS
    ]


def evaluated(paths: list[Path]) -> tuple[Any, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_compression_grid_a.run({"histories": paths}, root_seed=0)
    return outputs["table"], outputs["metrics"]["factorial_compression_grid_a"]


def as_the_theory_says(dimension: int, parents: int, replicate: int) -> float:
    approximation, statistical = COMPLEXITIES[parents]
    return 1e-6 * (1 + replicate) if dimension >= approximation else float(statistical)


def test_floor_and_order(write_history: Write) -> None:
    _, metrics = evaluated(grid_a(write_history, as_the_theory_says))
    worst = np.mean(np.log10([1e-6, 2e-6, 3e-6]))
    assert metrics["worst_log10_loss_at_or_above_ac"]["value"] == pytest.approx(worst)
    assert metrics["order_agreement_below_ac"]["value"] == 1
    assert metrics["equal_ac_gap"]["value"] == pytest.approx(np.log(2))


def test_worst_is_the_largest_of_the_wide_cells_only(write_history: Write) -> None:
    def loss(dimension: int, parents: int, replicate: int) -> float:
        if (dimension, parents) == (8, 2):  # d = (AC) belongs to the wide cells
            return 1e-2
        return as_the_theory_says(dimension, parents, replicate)

    _, metrics = evaluated(grid_a(write_history, loss))
    assert metrics["worst_log10_loss_at_or_above_ac"]["value"] == pytest.approx(-2)


def test_order_counts_pairs_over_all_dimensions(write_history: Write) -> None:
    def loss(dimension: int, parents: int, replicate: int) -> float:
        if dimension == 8 and parents == 4:
            return 1.0  # below p = 3 at the same dimension: one wrong pair
        return as_the_theory_says(dimension, parents, replicate)

    _, metrics = evaluated(grid_a(write_history, loss))
    # narrow cells: d = 2 all four (6 pairs), d = 4 three (3 pairs), d = 8 two (1 pair)
    assert metrics["order_agreement_below_ac"]["value"] == pytest.approx(9 / 10)
    # gaps of p = 4 and 3 at d = 2, 4, 8: ln 2, ln 2, -ln 128
    assert metrics["equal_ac_gap"]["value"] == pytest.approx((2 - 7) * np.log(2) / 3)


def test_zero_loss(write_history: Write) -> None:
    _, metrics = evaluated(grid_a(write_history, lambda d, p, r: 0.0))
    assert metrics["worst_log10_loss_at_or_above_ac"]["value"] == pytest.approx(-16)
    assert metrics["order_agreement_below_ac"]["value"] == 0.5


def test_table(write_history: Write) -> None:
    table, _ = evaluated(grid_a(write_history, as_the_theory_says))
    assert list(table) == [
        "input_factors",
        "output_factors",
        "parents",
        "approximation_complexity",
        "statistical_complexity",
        "embedding_dimension",
        "run",
        "loss",
    ]
    assert len(table) == 4 * 4 * REPLICATES
    assert table.iloc[0].tolist() == ["2^2", "8^2", 1, 4, 32, 2, 0, 32.0]


def test_final_loss_is_the_last_logged(write_history: Write) -> None:
    path = write_history(np.arange(18.0).reshape(2, 9))
    table, metrics = evaluated([path])
    assert table["loss"].tolist() == [8.0, 17.0]
    assert metrics == {}  # two narrow runs of one cell: nothing to compare


def test_repeated_cell(write_history: Write) -> None:
    paths = grid_a(write_history, as_the_theory_says)
    with pytest.raises(ValueError, match="exactly once"):
        evaluated([*paths, paths[0]])


def grid_b(write: Write, loss: Callable[[int], float], *, shuffled: bool) -> list[Path]:
    """Write a history per base, which stacks the dimensions."""
    dimensions = np.repeat([3, 6], REPLICATES)
    return [
        write(
            np.where(dimensions >= 2 * base, 1e-4, loss(base)),
            input_sizes=[base**4] if shuffled else [base] * 4,
            replicate=np.tile(np.arange(REPLICATES), 2),
            parents=np.ones(6, dtype=np.int64),
            embedding_dimension=dimensions,
            approximation_complexity=np.full(6, base**4 if shuffled else 2 * base),
            statistical_complexity=np.full(6, 16 * base),
        )
        for base in (2, 3, 4)
    ]


@pytest.mark.parametrize("without", [0.0, 1.0, 2.0])
def test_grid_b_beside_tables_without_factors(write_history: Write, without: float) -> None:
    """Losses are SC^2, those of shuffled tables with as many inputs SC^without."""
    inputs: Any = {
        "histories": grid_b(write_history, lambda b: (16.0 * b) ** 2, shuffled=False),
        "shuffled_histories": grid_b(write_history, lambda b: (16.0 * b) ** without, shuffled=True),
    }
    outputs: Any = evaluate_compression_grid_b.run(inputs, root_seed=0)
    metrics = outputs["metrics"]["factorial_compression_grid_b"]
    assert set(metrics) == {"worst_log10_loss_at_or_above_ac", "relative_slope_below_ac"}
    assert metrics["worst_log10_loss_at_or_above_ac"]["value"] == pytest.approx(-4)
    slope = metrics["relative_slope_below_ac"]["value"]
    assert slope == pytest.approx(2 - without, abs=1e-12)
    assert outputs["table"]["input_factors"].unique().tolist() == ["2^4", "3^4", "4^4"]
    fewer = {**inputs, "shuffled_histories": inputs["shuffled_histories"][:2]}
    with pytest.raises(ValueError, match="as many inputs"):
        evaluate_compression_grid_b.run(fewer, root_seed=0)
