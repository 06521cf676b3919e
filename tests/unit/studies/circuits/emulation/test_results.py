"""The results on networks that emulate gates, from circuits to metrics, at tiny sizes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.emulation import (
    evaluate_error_propagation,
    evaluate_gate_emulators,
    evaluate_noise_at_every_gate,
    generate_depth_family,
    generate_disturbed_networks,
)
from tests.unit.studies.step_files import stored
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError

DISTURBED: dict[str, Any] = {
    "root_seed": 0,
    "seed_names": ["circuits", "test", "chain"],
    "deviations": [0.01, 0.05, 0.2],
    "accuracy_bits": 6,
    "inputs": 48,
    "runs": 3,
    "gate_noise": False,
}
FAMILIES = ["parity_chain", "ripple_adder"]


@pytest.fixture(scope="module", params=[False, True], ids=["inputs", "gates"])
def networks(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[bool, list[Path]]:
    folder = tmp_path_factory.mktemp("networks")
    paths = []
    for family in FAMILIES:
        made = generate_depth_family.run(
            {}, root_seed=0, seed_names=["x"], family=family, bits=[3, 12, 48]
        )
        circuits = stored(folder / f"{family}_circuits.npz", made["data"])
        params = DISTURBED | {"gate_noise": request.param, "deviations": deviations(request.param)}
        data = generate_disturbed_networks.run({"circuits": circuits}, **params)["data"]
        paths.append(stored(folder / f"{family}.npz", data))
    return request.param, paths


def deviations(gate_noise: bool) -> list[float]:
    return [0.01, 0.05, 0.08] if gate_noise else [0.01, 0.05, 0.2]


def evaluated(networks: tuple[bool, list[Path]], **changes: Any) -> Any:
    noisy, paths = networks
    step: Any = evaluate_noise_at_every_gate if noisy else evaluate_error_propagation
    params = {
        "root_seed": 0,
        "circuits": FAMILIES,
        "deviations": deviations(noisy),
        "accuracy_bits": 6,
        "runs": 3,
    }
    return step.run({"networks": paths}, **params | changes)


def values(outputs: Any) -> dict[str, float]:
    (metrics,) = outputs["metrics"].values()
    return {name: metric["value"] for name, metric in metrics.items()}


def test_plateaus_clean_and_plain_errors_grow(networks: tuple[bool, list[Path]]) -> None:
    noisy, _ = networks
    outputs = evaluated(networks)
    found = values(outputs)
    assert found["plain_exponent"] > 0.2
    if noisy:
        assert 0.9 < found["saturating_over_noise"] <= 1
        assert found["sigmoid_share"] <= 1
        assert found["saturating_threshold_pair"] == pytest.approx(1 / 8, abs=1e-6)
        assert found["saturating_threshold_three"] == pytest.approx(1 / 12, abs=1e-6)
    else:
        assert found["bit_error"] == found["saturating_error"] == 0
        assert found["least_radius"] == 1 / 8
        assert found["sigmoid_bound_share"] <= 1 and found["sigmoid_error_share"] <= 1
        assert found["units_per_gate"] <= 6 and found["layers_per_level"] == 1
        assert found["plain_deepest_error"] > 0.2
    table = outputs["table"]
    assert len(table) == 2 * 3 * 3 * 3 * 3  # circuit, length, form, deviation, run
    beyond = table[(table["deviation"] == 0.2) & (table["form"] == "sigmoid")]
    assert beyond["largest"].notna().all()  # two inputs reach 0.4


def test_runs_are_independent_of_their_number(tmp_path: Path) -> None:
    made = generate_depth_family.run(
        {}, root_seed=0, seed_names=["x"], family="parity_chain", bits=[3, 6]
    )
    circuits = stored(tmp_path / "circuits.npz", made["data"])
    few, many = (
        generate_disturbed_networks.run({"circuits": circuits}, **DISTURBED | {"runs": runs})[
            "data"
        ]
        for runs in (2, 5)
    )
    assert isinstance(few, dict) and isinstance(many, dict)
    np.testing.assert_array_equal(few["largest"], many["largest"][..., :2])


def test_files_of_something_else_are_refused(
    networks: tuple[bool, list[Path]], tmp_path: Path
) -> None:
    with pytest.raises(ArtifactError, match="5 runs"):
        evaluated(networks, runs=5)
    if not networks[0]:
        with pytest.raises(ValueError, match=r"0\.05, which is shown and judged"):
            evaluated(networks, deviations=[0.01, 0.06, 0.2])
    arrays = read_arrays(networks[1][0])
    lost = stored(tmp_path / "lost.npz", arrays | {"units": arrays["units"][:, :2]})
    with pytest.raises(ArtifactError, match="weights has 3 entries along form; units has 2"):
        evaluated((networks[0], [lost, networks[1][1]]))
    path = tmp_path / "circuits.npz"
    made = generate_depth_family.run(
        {}, root_seed=0, seed_names=["x"], family="parity_chain", bits=[3]
    )["data"]
    assert isinstance(made, dict)
    renamed = {name.replace("-bounded", "-folded"): array for name, array in made.items()}
    stored(path, renamed)
    with pytest.raises(ValueError, match="'-bounded'"):
        generate_disturbed_networks.run({"circuits": path}, **DISTURBED)


def test_single_gates() -> None:
    outputs = evaluate_gate_emulators.run(
        {},
        root_seed=0,
        deviations=[0.02, 0.1, 0.16],
        beta=20.0,
        fitted_deviations=[0.0, 0.1],
        decimals=[2, 5, 8],
    )
    found = values(outputs)
    assert found["plain_bit_error"] == found["saturating_bit_error"] == 0
    assert found["every_gate_bit_error"] == found["saturating_radius_error"] == 0
    assert (found["plain_units"], found["saturating_units"], found["sigmoid_units"]) == (4, 6, 3)
    assert found["saturating_error_beyond"] == pytest.approx(0.1)
    assert found["plain_growth_error"] < 1e-9
    assert 0.97 < found["least_slope_share"] <= found["most_slope_share"] < 1.03
    table: Any = outputs["table"]
    assert set(table["quantity"]) == {"error", "needed_beta"}
