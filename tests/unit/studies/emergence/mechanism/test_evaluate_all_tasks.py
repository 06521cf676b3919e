"""Planted numbers of steps, and planted learned directions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.chain.diffusion import predicted_median
from compsparse.studies.emergence.mechanism.evaluate_all_tasks import run

RUNS, AMPLITUDES = 12, np.array([0.8, 0.4, 0.2, 0.1])
PARAMS: dict[str, Any] = {
    "root_seed": 5,
    "widths": [8, 16, 32],
    "directions": [2, 8],
    "order": 3,
    "start": "fixed",
    "step_constant": 0.1,
    "groups": 3,
}


def chain(folder: Path, exponent: float = -1.9, **changes: Any) -> Path:
    """Steps 1000 a^exponent, times another factor in each run; the last run is given up."""
    factors = np.linspace(0.8, 1.2, RUNS)
    learned = 1000.0 * AMPLITUDES[:, None] ** exponent * factors
    learned[:, -1] = np.nan
    arrays = {
        "dimension": np.array([10]),
        "amplitude": AMPLITUDES,
        "learned": learned[None],
        "failed": np.zeros((1, len(AMPLITUDES), RUNS), dtype=bool),
    }
    path = folder / "chain.npz"
    np.savez(path, **(arrays | changes))
    return path


def flow(folder: Path, width: int, missing: int = 0) -> Path:
    """As many directions as neurons are learned, apart from the strongest ones."""
    aligned = np.ones((4, 16))
    aligned[:, width:] = np.nan
    aligned[:, :missing] = np.nan
    path = folder / f"flow_{width}.npz"
    np.savez(path, aligned=aligned)
    return path


def inputs(folder: Path, missing: int = 0, **changes: Any) -> Any:
    flows = [flow(folder, width, missing if width == 8 else 0) for width in PARAMS["widths"]]
    return {"flows": flows, "chain": chain(folder, **changes)}


def test_a_planted_exponent_is_found(tmp_path: Path) -> None:
    made: Any = run(inputs(tmp_path), **PARAMS)
    metrics = made["metrics"]["emergence_all_tasks"]
    assert metrics["sample_exponent"]["value"] == pytest.approx(1.9)
    assert metrics["sample_exponent"]["n"] == 3
    samples = made["table"][made["table"]["kind"] == "samples"]
    assert samples["steps"].isna().sum() == len(AMPLITUDES)
    assert samples["group"].nunique() == 3


def test_samples_are_held_against_theory_at_these_sizes(tmp_path: Path) -> None:
    theory = np.array([predicted_median(3, 10, a, 0.1 * a * 10**-1.5, "fixed") for a in AMPLITUDES])
    learned = np.tile(1.25 * theory[:, None], (1, RUNS))
    made: Any = run(inputs(tmp_path, learned=learned[None]), **PARAMS)
    metrics = made["metrics"]["emergence_all_tasks"]
    assert metrics["samples_over_predicted"]["value"] == pytest.approx(1.25)
    predicted = metrics["predicted_sample_exponent"]["value"]
    assert metrics["sample_exponent"]["value"] == pytest.approx(predicted)
    # noise that the signal itself makes slows the strong ones
    assert predicted < 2.0


def test_the_share_at_four_neurons_for_each_task_is_the_least(tmp_path: Path) -> None:
    # 2 tasks at 8 neurons, 8 tasks at 32
    made: Any = run(inputs(tmp_path), **PARAMS)
    share = made["metrics"]["emergence_all_tasks"]["least_learned_at_four_neurons_a_task"]
    assert (share["value"], share["n"]) == (1.0, 4)
    made = run(inputs(tmp_path, missing=1), **PARAMS)
    share = made["metrics"]["emergence_all_tasks"]["least_learned_at_four_neurons_a_task"]
    assert share["value"] == 0.5


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    never = np.full((1, len(AMPLITUDES), RUNS), np.nan)
    with pytest.raises(ValueError, match="group 0 never learn the amplitude"):
        run(inputs(tmp_path, learned=never), **PARAMS)
    with pytest.raises(ValueError, match=r"No width of \[8, 16, 32\] has 4 neurons .* 16"):
        run(inputs(tmp_path), **(PARAMS | {"directions": [16]}))
    with pytest.raises(ValueError, match="argument 2 is"):
        run(inputs(tmp_path), **(PARAMS | {"widths": [8]}))
