"""Learned steps forward and back: exact where the rule can be undone, limited where not."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps import train_transition_tables
from compsparse.studies.circuits.local_steps.cellular.block_rule import rule
from compsparse.studies.circuits.local_steps.cellular.stored import Learned, read_states
from compsparse.studies.circuits.local_steps.cellular.transition import window_codes
from compsparse.studies.circuits.local_steps.evaluate_local_transitions import run
from tests.unit.studies.circuits.local_steps import steps
from workflow_engine.artifacts.named_axes import read_dataclass

PARAMS: dict[str, Any] = {
    "root_seed": 5,
    "reversible": ["billiard", "gas"],
    "control": "annihilating",
    "share": 0.99,
    "steps": 6,
}


def test_both_directions_end_exact_and_the_control_at_its_limit(
    transitions: dict[str, Any],
) -> None:
    made: Any = run(transitions, **PARAMS)
    metrics = made["metrics"]["circuits_local_transitions"]
    for name in ("forward_cells", "backward_cells", "forward_states", "backward_states"):
        assert metrics[name]["value"] == 1.0, name
    assert metrics["control_forward_cells"]["value"] == 1.0
    assert metrics["control_best_cells"]["value"] == 15 / 16
    assert 0.92 < metrics["control_backward_cells"]["value"] <= 15 / 16
    assert metrics["particles_changed"]["value"] == metrics["momentum_changed"]["value"] == 0.0
    assert metrics["sites_over_calculated"]["value"] == pytest.approx(1.0, abs=0.12)
    for name in ("billiard", "gas"):
        assert abs(metrics[f"log_ratio_{name}"]["value"]) < 0.25


def test_accuracies_rise_with_sites_from_a_coins(transitions: dict[str, Any]) -> None:
    table: Any = run(transitions, **PARAMS)["table"]
    assert len(table) == 3 * 2 * 3 * 3
    gas = table[(table["rule"] == "gas") & (table["run"] == 0)]
    for _, rows in gas.groupby("direction"):
        cells = rows.sort_values("sites")["cells"].to_numpy()
        assert 0.5 < cells[0] < 0.65
        assert (np.diff(cells) > 0).all()
        assert rows.sort_values("sites")["states"].iloc[0] == 0.0


def test_a_step_that_reads_cells_anywhere_is_not_learned_from_windows(
    transitions: dict[str, Any], tmp_path: Path
) -> None:
    models = []
    for name in steps.RULES:
        params = {**steps.SEED, "rule": name, "sizes": steps.SIZES, "world": "independent_steps"}
        states = {"states": transitions["states"]}
        made = steps.output(train_transition_tables.run, states, params, "model")
        models.append(steps.stored(tmp_path / f"{name}.npz", made))
    metrics: Any = run({**transitions, "models": models}, **PARAMS)["metrics"]
    for name in ("forward_cells", "backward_cells", "control_forward_cells"):
        assert metrics["circuits_local_transitions"][name]["value"] < 0.9, name
    assert metrics["circuits_local_transitions"]["control_backward_cells"]["value"] < 0.9


def test_a_table_that_forgets_a_window_is_found_out(
    transitions: dict[str, Any], tmp_path: Path
) -> None:
    """A single wrong answer shows in the cells, and spoils whole grids."""
    models = list(transitions["models"])
    learned = read_dataclass(models[0], Learned)
    answers = learned.answers
    answers[1, 0, -1, 300] ^= True
    spoiled = {**vars(learned), "tables": np.packbits(answers, axis=-1)}
    models[0] = steps.stored(tmp_path / "spoiled.npz", spoiled)
    metrics: Any = run({**transitions, "models": models}, **PARAMS)["metrics"]
    assert metrics["circuits_local_transitions"]["forward_cells"]["value"] == 1 - 1 / 2048
    assert metrics["circuits_local_transitions"]["backward_cells"]["value"] == 1.0
    assert metrics["circuits_local_transitions"]["forward_states"]["value"] < 1.0


def test_the_first_table_knows_the_first_grid_only(transitions: dict[str, Any]) -> None:
    learned = read_dataclass(transitions["models"][1], Learned)
    start = read_states(transitions["states"]).training[2, 0]
    after = rule("gas").step(start, 0)
    windows = window_codes(after, 0)
    assert learned.answers.shape == (3, 2, 3, 2048)
    table = learned.answers[2, 1, 0]
    np.testing.assert_array_equal(table[windows], start)
    unseen = np.setdiff1d(np.arange(2048), windows)
    assert not table[unseen].any()
    assert (learned.first_seen[2, 1][unseen] >= 256).all()


def test_what_does_not_belong_together_is_refused(
    transitions: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="3 models for 2 rules"):
        run(transitions, **{**PARAMS, "reversible": ["gas"]})
    arrays = read_states(transitions["states"]).arrays()
    fewer = {name: part if name == "side" else part[:2] for name, part in arrays.items()}
    states = steps.stored(tmp_path / "states.npz", fewer)
    with pytest.raises(ValueError, match="has 3 runs, the states have 2"):
        run({**transitions, "states": states}, **PARAMS)
