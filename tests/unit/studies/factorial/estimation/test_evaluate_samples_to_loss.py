from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.factorial.estimation import evaluate_samples_to_loss as step
from tests.unit.studies.factorial.estimation.drawing import write_dataset

PARAMS: dict[str, Any] = {
    "root_seed": 3,
    "targets": [0.2, 0.1],
    "pseudocount": 0.5,
    "samples": [2, 8, 32, 128, 512, 2048],
    "repetitions": 4,
    "batch_size": 2,
}
RESULT = "factorial_samples_to_loss"
COMPLEXITY = {1: 12, 3: 48}  # three binary outputs with two or eight parent states each


def histories(
    write_history: Callable[..., Path], exponent: float, parents: tuple[int, ...] = (1, 3)
) -> list[Path]:
    """Networks whose loss after n samples is SC^exponent / n, in three replicates."""
    networks = [(p, run) for p in parents for run in range(3)]
    paths = []
    for steps in (1, 10, 100, 1000):
        losses = [COMPLEXITY[p] ** exponent / (2 * steps) for p, _ in networks]
        curves = np.tile(np.array(losses)[:, None], (1, 2))
        paths.append(
            write_history(
                curves,
                input_sizes=np.array([2, 2, 2]),
                output_sizes=np.array([2, 2, 2]),
                step=np.array([0, steps]),
                flops=np.zeros((len(networks), 2)),
                replicate=np.array([run for _, run in networks]),
                parents=np.array([p for p, _ in networks]),
                statistical_complexity=np.array([COMPLEXITY[p] for p, _ in networks]),
                variant=np.zeros(len(networks), dtype=np.int64),
                dataset=np.array([parents.index(p) for p, _ in networks]),
            )
        )
    return paths


def fixed_samples(write_history: Callable[..., Path], factor: float) -> Path:
    """Networks whose chosen loss after n samples is factor SC / n; a later one is below it."""
    networks = [(n, p, run) for n in (2, 20, 200, 2000) for p in (1, 3) for run in range(3)]
    chosen = np.array([factor * COMPLEXITY[p] / n for n, p, _ in networks])
    count = len(networks)
    return write_history(
        np.stack([9 * chosen, chosen, chosen / 50], axis=1),
        input_sizes=np.array([2, 2, 2]),
        output_sizes=np.array([2, 2, 2]),
        step=np.array([0, 5, 10]),
        flops=np.zeros((count, 3)),
        replicate=np.array([run for *_, run in networks]),
        parents=np.array([p for _, p, _ in networks]),
        statistical_complexity=np.array([COMPLEXITY[p] for _, p, _ in networks]),
        variant=np.zeros(count, dtype=np.int64),
        dataset=np.array([(p - 1) // 2 for _, p, _ in networks]),
        samples=np.array([n for n, *_ in networks]),
        validation_loss=np.tile([3.0, 1.0, 2.0], (count, 1)),
    )


@pytest.mark.parametrize("exponent", [0.0, 1.0])
def test_exponents(tmp_path: Path, write_history: Callable[..., Path], exponent: float) -> None:
    inputs: Any = {
        "datasets": [write_dataset(tmp_path, parents, 3) for parents in COMPLEXITY],
        "histories": histories(write_history, exponent),
        "fixed_sample": fixed_samples(write_history, 1.0),
        "fixed_sample_factors": fixed_samples(write_history, 0.5),
    }
    outputs: Any = step.run(inputs, **PARAMS)
    table, metrics = outputs["table"], outputs["metrics"][RESULT]
    assert len(table) == 5 * 2 * 3 * 2  # learners, tasks, replicates, targets
    for place in ("larger", "smaller"):
        network = metrics[f"network_exponent_{place}_target"]["value"]
        assert network == pytest.approx(exponent)
        known = metrics[f"known_structure_exponent_{place}_target"]["value"]
        assert known == pytest.approx(1, abs=0.35)
        assert metrics[f"network_exponent_difference_{place}_target"]["value"] == pytest.approx(
            network - known
        )
        assert metrics[f"histogram_exponent_{place}_target"]["value"] == pytest.approx(0, abs=0.35)
        assert metrics[f"fixed_sample_exponent_{place}_target"]["value"] == pytest.approx(1)
        # of the network whose held-out loss is the least, not the least population loss
        saved = metrics[f"given_factors_least_log_saving_{place}_target"]["value"]
        plain = metrics[f"fixed_sample_least_log_saving_{place}_target"]["value"]
        assert saved - plain == pytest.approx(np.log(2))
    needed = table[(table["learner"] == "one pass") & (table["parents"] == 3)]
    assert needed.groupby("target")["samples"].mean().to_dict() == pytest.approx(
        {0.1: 48**exponent / 0.1, 0.2: 48**exponent / 0.2}
    )


def savings(network: float, at_least: float) -> np.ndarray | None:
    """The least savings where a network needs 100 samples in one task and some in another."""
    rows = [
        ("one pass", 24, 100.0, 100.0),
        ("one pass", 48, network, at_least),
        ("histogram", 24, 1000.0, 1000.0),
        ("histogram", 48, 1000.0, 1000.0),
    ]
    columns = ["learner", "statistical_complexity", "samples", "at_least"]
    return step.least_log_savings(pd.DataFrame(rows, columns=columns).assign(run=0), step.ONE_PASS)


def test_the_least_saving_is_that_of_the_worst_task() -> None:
    assert savings(500.0, 500.0) == pytest.approx([np.log(2)])


def test_a_missed_target_may_show_that_nothing_is_saved_but_never_a_saving() -> None:
    assert savings(np.nan, 2000.0) == pytest.approx([-np.log(2)])
    assert savings(np.nan, 500.0) is None
    assert savings(np.nan, np.nan) is None


def test_a_learner_that_misses_a_target_has_no_exponent(
    tmp_path: Path, write_history: Callable[..., Path]
) -> None:
    inputs: Any = {
        "datasets": [write_dataset(tmp_path, parents, 3) for parents in COMPLEXITY],
        "histories": histories(write_history, 1.0),
        "fixed_sample": fixed_samples(write_history, 1.0),
        "fixed_sample_factors": fixed_samples(write_history, 1e6),
    }
    outputs: Any = step.run(inputs, **PARAMS)
    assert set(outputs["table"]["learner"]) == {
        step.ONE_PASS,
        step.FIXED,
        step.KNOWN,
        step.HISTOGRAM,
    }
    metrics = outputs["metrics"][RESULT]
    assert {name for name in metrics if name.startswith("given_factors")} == {
        f"given_factors_least_log_saving_{place}_target" for place in ("larger", "smaller")
    }
    assert all(metrics[name]["high"] < 0 for name in metrics if name.startswith("given_factors"))
    out_of_reach: Any = step.run(inputs, **PARAMS | {"targets": [1e-9, 1e-10]})
    assert out_of_reach["table"].empty and not out_of_reach["metrics"][RESULT]
