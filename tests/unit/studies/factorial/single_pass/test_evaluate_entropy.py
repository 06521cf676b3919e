from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.single_pass import evaluate_entropy
from compsparse.studies.factorial.single_pass.evaluate_entropy import magnitudes
from tests.unit.studies.factorial.plan_values import run_step

CONCENTRATIONS = [0.02, 1.0]
SHUFFLES = ["parent_states", "inputs"]
RUNS = 3


@pytest.fixture
def inputs(tmp_path: Path, write_history: Callable[..., Path]) -> dict[str, Any]:
    """Return datasets, and histories with flat curves of known areas."""

    def dataset(concentration: float, shuffle: str | None = None) -> Path:
        params: dict[str, Any] = {
            "root_seed": 1,
            "seed_names": ["factorial", "test"],
            "input_factors": [2, 2, 2],
            "output_factors": [4, 3],
            "parents": 2,
            "concentration": concentration,
            "runs": RUNS,
        }
        arrays: Any = generate_dataset.run({}, **params | ({"shuffle": shuffle} if shuffle else {}))
        path = tmp_path / f"{shuffle}_{concentration}.npz"
        np.savez(path, **arrays["dataset"])
        return path

    def history(areas: list[float]) -> Path:
        return write_history(
            np.exp(np.repeat(areas, RUNS)),
            replicate=np.tile(np.arange(RUNS), len(areas)),
            dataset=np.repeat(np.arange(len(areas)), RUNS),
            **{
                name: np.full(RUNS * len(areas), 1)
                for name in (
                    "approximation_complexity",
                    "statistical_complexity",
                    "embedding_dimension",
                    "parents",
                    "variant",
                )
            },
        )

    return {
        "factored_datasets": [dataset(value) for value in CONCENTRATIONS],
        "shuffled_datasets": [
            dataset(value, name) for name in SHUFFLES for value in CONCENTRATIONS
        ],
        "factored_history": history([-1.0, -3.0]),
        "shuffled_history": history([0.0, -2.5, 1.0, -1.0]),
    }


def run(inputs: dict[str, Any], **changes: Any) -> Any:
    params = {"root_seed": 0, "concentrations": CONCENTRATIONS, "shuffles": SHUFFLES}
    return run_step(evaluate_entropy, inputs, params | changes)


def test_metrics(inputs: dict[str, Any]) -> None:
    outputs = run(inputs)
    metrics = {name: m["value"] for name, m in outputs["metrics"]["factorial_entropy"].items()}
    assert metrics["area_change"] == pytest.approx(-2)
    # these curves are flat: after their start nothing is left
    assert metrics["area_change_after_start"] == pytest.approx(0, abs=1e-12)
    assert metrics["parent_states_gap"] == pytest.approx((1 + 0.5) / 2)
    assert metrics["inputs_gap"] == pytest.approx((2 + 2) / 2)
    assert metrics["entropy_order_agreement"] == 1
    assert metrics["entropy_mismatch"] < 1e-12
    assert abs(metrics["entropy_minus_expected"]) < 0.2
    table = outputs["table"]
    assert len(table) == 3 * len(CONCENTRATIONS) * RUNS
    same = table.groupby(["concentration", "run"])["mean_entropy"].agg(np.ptp)
    assert (same < 1e-12).all()


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ([-2.0, -1.0, -3.0], [2.0, 1.0, 3.0]),
        ([2.0, 1.0, 3.0], [2.0, 1.0, 3.0]),
        ([1.0, -1.0, 0.5], [-1.0, -1.0, 0.5]),
        ([-4.0], [-4.0]),
    ],
)
def test_magnitudes_take_the_sign_of_the_others(
    differences: list[float], expected: list[float]
) -> None:
    np.testing.assert_allclose(magnitudes(np.array(differences)), expected)


def test_magnitudes_of_noise_have_no_bias() -> None:
    noise = np.random.default_rng(0).standard_normal((4000, 4))
    means = np.array([magnitudes(row).mean() for row in noise])
    assert abs(means.mean()) < 4 * means.std() / np.sqrt(len(means))
    assert np.abs(noise).mean() > 0.7  # what plain absolute values would report


def test_unusable_inputs(inputs: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="should be 'parent_states' or 'inputs'"):
        run(inputs, shuffles=["rows"])
