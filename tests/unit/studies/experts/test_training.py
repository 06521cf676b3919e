"""The steps that train: what is held out stays out, and validation chooses."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.experts.error_rows import edge_note
from compsparse.studies.experts.layer import train_layers
from compsparse.studies.experts.learning import measured, train_methods
from compsparse.studies.experts.skills import generate_skills
from tests.unit.studies.step_files import arrays, ran, stored
from workflow_engine.steps import Inputs

SEEDS: dict[str, Any] = {"root_seed": 5, "seed_names": ["experts", "test"]}
SKILLS: dict[str, Any] = {"codes": 3, "layers": 2, "dimension": 4, "gain": 1.5, "held_out": [2]}
TRAINING: dict[str, Any] = {"width": 6, "rates": [0.003, 0.03], "sparsity": 0.001, "steps": 20}
TRAINING |= {"batch": 16, "judged": 8}
LAYER: dict[str, Any] = {"skills": 4, "active": 2, "dimension": 3, "rates": [0.003, 0.03]}
LAYER |= {"steps": 20, "batch": 16, "offset_step": 0.01, "judged": 50, "runs": 3}
ARMS: dict[str, Any] = {
    "dense": {"routed": 0, "kept": 0, "shared": 1, "width": 4, "balanced": False},
    "fine": {"routed": 4, "kept": 2, "shared": 0, "width": 2, "balanced": True},
}


@pytest.fixture
def skills(tmp_path: Path) -> Inputs:
    made = arrays(ran(generate_skills, {}, {**SEEDS, **SKILLS, "runs": 3}))
    return {"skills": stored(tmp_path / "skills.npz", made)}


def trained(inputs: Inputs, *methods: str, **changed: Any) -> dict[str, np.ndarray]:
    params = {**SEEDS, **TRAINING, "methods": list(methods), **changed}
    return arrays(ran(train_methods, inputs, params))


def test_batches_hold_no_held_out_combination(
    skills: Inputs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that is learned or chosen changes with the maps of held-out combinations."""
    before = trained(skills, "free")
    path = skills["skills"]
    assert isinstance(path, Path)
    with np.load(path) as found:
        changed = dict(found)
    out = changed["held_out"][:, 0]
    for run, row in enumerate(out):
        changed["offset"][run][:, row] += 3.0
    after = trained({"skills": stored(path, changed)}, "free")
    np.testing.assert_array_equal(before["weights_free"], after["weights_free"])
    # the variance that errors are divided by is of all combinations, and the same for all rates
    ratios = [f["validation_free"][..., 0] / f["validation_free"][..., 1] for f in (before, after)]
    np.testing.assert_allclose(*ratios, rtol=1e-9)
    assert (before["test_free"][:, 0, 0][out] != after["test_free"][:, 0, 0][out]).any()


def test_more_methods_runs_or_rates_change_no_training(skills: Inputs) -> None:
    alone, beside = trained(skills, "own"), trained(skills, "dense_own", "own", "sparse")
    np.testing.assert_array_equal(alone["test_own"], beside["test_own"])
    one = trained(skills, "own", rates=[0.003, 0.03, 0.3])
    np.testing.assert_allclose(one["test_own"][:, :, :2], alone["test_own"], rtol=1e-5)


def test_training_learns_and_a_divergence_is_never_chosen(skills: Inputs) -> None:
    found = trained(skills, "own", rates=[0.02, 1e30], steps=600, batch=32, width=12)
    assert (found["validation_own"][..., 0] < 0.5).all()
    assert (found["validation_own"][..., 1] > found["validation_own"][..., 0]).all()


def test_what_is_learned_goes_on_after_an_interruption(skills: Inputs) -> None:
    kept: dict[str, np.ndarray] = {}

    class Stopping:
        """Ends the step when the second method begins."""

        def __init__(self, state: dict[str, np.ndarray] | None, stop: bool) -> None:
            self.state, self.stop = state, stop

        def load(self) -> dict[str, np.ndarray] | None:
            return self.state

        def due(self) -> bool:
            return True

        def save(self, state: dict[str, np.ndarray], place: str) -> None:
            kept.clear()
            kept.update(state)
            if self.stop and place.startswith("free"):
                raise KeyboardInterrupt

    params = {**SEEDS, **TRAINING, "methods": ["own", "free"]}
    with pytest.raises(KeyboardInterrupt):
        train_methods.run(skills, **params, checkpoints=Stopping(None, True))
    assert int(kept["finished"]) == 1
    resumed = arrays(train_methods.run(skills, **params, checkpoints=Stopping(dict(kept), False)))
    whole = trained(skills, "own", "free")
    assert resumed.keys() == whole.keys()
    for name, values in whole.items():
        np.testing.assert_array_equal(resumed[name], values)


def test_errors_are_those_of_the_rate_that_validation_chose(tmp_path: Path) -> None:
    held_out = np.zeros((1, 1, 4), dtype=bool)
    held_out[..., 3] = True
    test = np.array([[[[0.1, 0.4, 0.2, 0.9], [1e-3, 1e-3, 1e-3, 1e-3]]]])
    model = {
        "test_own": test,
        "validation_own": np.array([[[0.2, 0.3]]]),  # the first rate, though it tests worse
        "path_own": np.array([[[0, 1, 1, 2]]]),
        "held_out": held_out,
        "rates": np.array([0.01, 0.1]),
        "parameters": np.array([70]),
    }
    path = stored(tmp_path / "m.npz", model)
    errors = measured.chosen_errors([{"size": "2x2", "methods": ["own"]}], {"models": [path]})
    table = measured.summarized(errors, "size")
    (row,) = table.to_dict("records")
    assert row["seen"] == pytest.approx((0.1 * 0.4 * 0.2) ** (1 / 3))
    assert row["held_out"] == pytest.approx(0.9)
    assert (row["solved"], row["paths"], row["chosen"], row["at_edge"]) == (1, 3, 0.01, True)
    assert "own code, experts 1 of 1" in edge_note(table)
    assert edge_note(table.assign(at_edge=False)) == ("All chosen rates lie within their grids.")


def test_log_ratios_are_means_over_rows_by_run() -> None:
    rows = [
        ("a", 0, 2.0),
        ("b", 0, 1.0),
        ("a", 1, 8.0),
        ("b", 1, 1.0),
        ("a", 1, 2.0),
        ("b", 1, 1.0),
    ]
    table = pd.DataFrame(rows, columns=["method", "run", "seen"])
    found = measured.log_ratio(table, "seen", "a_over_b")
    np.testing.assert_allclose(found.samples, [np.log(2), np.log(4)])


def test_layers_are_trained_and_their_loads_counted() -> None:
    params = {**SEEDS, **LAYER, "kind": "several_skills", "arms": ARMS}
    found = arrays(ran(train_layers, {}, params))
    assert found["test_fine"].shape == (3, 2)
    np.testing.assert_allclose(found["load_fine"].sum(axis=1), 2)  # two are kept
    assert "load_dense" not in found
    again = arrays(ran(train_layers, {}, params | {"arms": {"fine": ARMS["fine"]}}))
    np.testing.assert_array_equal(found["test_fine"], again["test_fine"])


def test_loads_are_of_all_test_examples() -> None:
    judged = 300  # more than are judged together
    params = {**SEEDS, **LAYER, "kind": "several_skills", "arms": {"fine": ARMS["fine"]}}
    load = arrays(ran(train_layers, {}, params | {"judged": judged}))["load_fine"] * judged
    np.testing.assert_allclose(load, load.round(), atol=1e-9)
    assert load.sum() == pytest.approx(2 * judged * len(load))


def test_worlds_of_a_layer() -> None:
    def found(world: str, kind: str = "one_skill") -> dict[str, np.ndarray]:
        params = {**SEEDS, **LAYER, "kind": kind, "arms": ARMS, "world": world}
        return arrays(ran(train_layers, {}, params))

    none = found("none")
    np.testing.assert_array_equal(found("identity")["test_fine"], none["test_fine"])
    # all inputs have the same scores, so that two experts take all
    assert sorted(found("blind", "generic")["load_fine"][0])[-1] <= 1
    assert (found("fixed_offsets")["test_dense"] == none["test_dense"]).all()
    assert (found("no_skills")["test_dense"] != none["test_dense"]).all()
