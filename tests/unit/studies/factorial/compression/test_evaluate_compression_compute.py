from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.compression import evaluate_compression_compute
from compsparse.studies.factorial.histories import loss_by_compute

Write = Callable[..., Path]

PARAMS = {"root_seed": 0, "parents": 3, "window": [0.01, 0.3]}
STEPS = np.array([0, 1, 2, 4, 8, 16, 32, 64, 100])


def histories(write: Write, curve: Callable[[int], np.ndarray], replicates: int = 3) -> list[Path]:
    """Write a history per dimension, with (AC) 8 for three parents, and a family to leave out."""
    runs = 2 * replicates
    paths = []
    for dimension in (2, 4, 8, 16):
        wanted = np.tile(curve(dimension), (replicates, 1))
        paths.append(
            write(
                np.concatenate([wanted, np.full_like(wanted, 5.0)]),
                parents=np.repeat([3, 1], replicates),
                replicate=np.tile(np.arange(replicates), 2),
                embedding_dimension=np.full(runs, dimension),
                approximation_complexity=np.repeat([8, 4], replicates),
                flops=np.tile(dimension * 1e6 * STEPS, (runs, 1)),
            )
        )
    return paths


def power_law_then_plateau(dimension: int) -> np.ndarray:
    plateau = {2: 1.0, 4: 0.5}.get(dimension, 0.0)
    return np.array([max(step, 1) ** -0.7 for step in STEPS]).clip(min=plateau)


def evaluated(paths: list[Path], **changes: object) -> tuple[Any, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_compression_compute.run({"histories": paths}, **PARAMS | changes)
    return outputs["table"], outputs["metrics"]["factorial_compression_compute"]


def test_planted_exponent_and_plateau(write_history: Write) -> None:
    _, metrics = evaluated(histories(write_history, power_law_then_plateau))
    assert metrics["power_law_exponent"]["value"] == pytest.approx(-0.7)
    assert metrics["saturation_contrast"]["value"] == pytest.approx(0.7)
    assert metrics["plateau_order_agreement"]["value"] == 1
    assert metrics["plateau_order_agreement"]["n"] == 3


def test_only_dimensions_up_to_ac_are_ordered(write_history: Write) -> None:
    # 16 is above (AC) and may be worse; of the pairs of 2, 4, 8 one is reversed
    final = {2: 0.5, 4: 0.9, 8: 0.1, 16: 3.0}
    _, metrics = evaluated(histories(write_history, lambda d: np.full(9, final[d])))
    assert metrics["plateau_order_agreement"]["value"] == pytest.approx(2 / 3)
    assert metrics["power_law_exponent"]["value"] == pytest.approx(0, abs=1e-12)


def test_the_exponent_averages_dimensions_from_ac_on(write_history: Write) -> None:
    exponents = {2: 0.0, 4: 0.0, 8: 1.0, 16: 0.5}
    paths = histories(write_history, lambda d: np.maximum(STEPS, 1.0) ** -exponents[d])
    assert evaluated(paths)[1]["power_law_exponent"]["value"] == pytest.approx(-0.75)


def test_the_window_selects_the_points(write_history: Write) -> None:
    # slope -1 up to step 8, flat from there on
    paths = histories(write_history, lambda d: 1.0 / np.clip(STEPS, 1, 8))
    assert evaluated(paths, window=[0.01, 0.08])[1]["power_law_exponent"]["value"] == pytest.approx(
        -1
    )
    assert evaluated(paths, window=[0.1, 1.0])[1]["power_law_exponent"]["value"] == pytest.approx(
        0, abs=1e-12
    )


def test_zero_loss_has_a_slope(write_history: Write) -> None:
    _, metrics = evaluated(histories(write_history, lambda d: np.zeros(9)))
    assert metrics["power_law_exponent"]["value"] == pytest.approx(0, abs=1e-12)


def test_table_holds_the_chosen_family(write_history: Write) -> None:
    table, _ = evaluated(histories(write_history, power_law_then_plateau))
    assert list(table) == list(loss_by_compute.COLUMNS)
    assert len(table) == 4 * 3 * 9
    assert table["loss"].max() == 1
    assert set(table["approximation_complexity"]) == {8}


def test_without_wide_runs_there_is_no_exponent(write_history: Write) -> None:
    _, metrics = evaluated(histories(write_history, power_law_then_plateau)[:2])
    assert set(metrics) == {"plateau_order_agreement"}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"window": [0.3, 0.01]}, "0 logged steps"),
        ({"window": [0.05, 0.1]}, "1 logged steps"),
    ],
)
def test_unusable_parameters(write_history: Write, changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        evaluated(histories(write_history, power_law_then_plateau), **changes)


def test_repeated_dimension(write_history: Write) -> None:
    paths = histories(write_history, power_law_then_plateau)
    with pytest.raises(ValueError, match="exactly once"):
        evaluated([*paths, paths[0]])
