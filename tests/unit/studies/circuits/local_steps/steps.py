"""Runs the steps of this theme one after the other, with files between them as in the workflow."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.circuits.local_steps import (
    generate_automata,
    generate_cellular_states,
    train_automaton_trees,
    train_transition_samples,
    train_transition_tables,
)

SEED: dict[str, Any] = {"root_seed": 5, "seed_names": ["circuits", "test"]}
RULES = ("billiard", "gas", "annihilating")
STATES: dict[str, Any] = {
    **SEED,
    "rows": 16,
    "columns": 16,
    "training_grids": 192,
    "test_grids": 2,
    "runs": 3,
}
SIZES = [256, 4096, 192 * 256]
SAMPLES: dict[str, Any] = {
    **SEED,
    "rule": "billiard",
    "share": 0.99,
    "whole_sides": [[2, 2], [2, 4]],
    "block_sides": [[2, 2], [4, 4], [8, 8]],
    "runs": 4,
}
AUTOMATA: dict[str, Any] = {
    **SEED,
    "least_visits": 0.1,
    "largest_chance": 0.6,
    "training_strings": 64,
    "training_length": 12,
    "test_strings": 40,
    "test_length": 50,
    "runs": 3,
}
KINDS = ("maps", "permutations")


def output(run: Callable[..., Any], inputs: Any, params: Any, name: str) -> dict[str, np.ndarray]:
    """Return the one output of a step."""
    made = run(inputs, **params)
    assert set(made) == {name}
    return dict(made[name])


def stored(path: Path, arrays: dict[str, np.ndarray]) -> Path:
    """Write arrays and return where they are."""
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


def local_inputs(folder: Path) -> dict[str, Any]:
    """Return states and tables of all rules."""
    states = stored(folder / "states.npz", output(generate_cellular_states.run, {}, STATES, "data"))
    models = [
        stored(
            folder / f"{name}.npz",
            output(
                train_transition_tables.run,
                {"states": states},
                {**SEED, "rule": name, "sizes": SIZES},
                "model",
            ),
        )
        for name in RULES
    ]
    return {"states": states, "models": models}


def global_inputs(folder: Path) -> dict[str, Any]:
    """Return counts of samples."""
    made = output(train_transition_samples.run, {}, SAMPLES, "model")
    return {"model": stored(folder / "samples.npz", made)}


def automata_inputs(folder: Path) -> dict[str, Any]:
    """Return two automata of each kind, and their trees."""
    tasks = [
        stored(
            folder / f"{kind}-{states}.npz",
            output(
                generate_automata.run,
                {},
                {**AUTOMATA, "kind": kind, "states": states, "symbols": 2},
                "data",
            ),
        )
        for kind in KINDS
        for states in (2, 4)
    ]
    params = {**SEED, "names": [path.stem for path in tasks], "sizes": [1, 8, 64]}
    trees = output(train_automaton_trees.run, {"tasks": tasks}, params, "model")
    return {"tasks": tasks, "model": stored(folder / "trees.npz", trees)}
