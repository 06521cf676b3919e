"""Small transformers, and files whose accuracies are known."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.tickets.transformer import generate_token_tasks, train_transformers
from tests.unit.studies.step_files import arrays as arrays
from tests.unit.studies.step_files import ran as ran
from tests.unit.studies.step_files import stored as stored

SEEDS: dict[str, Any] = {"root_seed": 987, "seed_names": ["tickets", "test", "cell"]}
TASKS: list[dict[str, Any]] = [{"kind": "random", "arity": 2}, {"kind": "majority", "arity": 3}]
DATA: dict[str, Any] = {
    "learned": 60,
    "validation": 30,
    "test": 25,
    "runs": 2,
    "tasks": TASKS,
    "outputs": 3,
}
TRAINING: dict[str, Any] = {
    "width": 8,
    "heads": 2,
    "hidden": 10,
    "rates": [0.01],
    "steps": 6,
    "batch": 16,
    "l1": 0.001,
}


def drawn(**changed: Any) -> dict[str, np.ndarray]:
    """Return examples of small tasks."""
    return arrays(ran(generate_token_tasks, {}, {**DATA, **SEEDS, **changed}))


def trained(examples: Path, **changed: Any) -> dict[str, np.ndarray]:
    """Return small transformers after some steps."""
    params = {**TRAINING, **SEEDS, **changed}
    return arrays(ran(train_transformers, {"examples": examples}, params))


DENSITIES = np.array([1.0, 0.5, 0.25, 0.125])


def accuracies(last: int, *, dense: float = 1.0) -> list[float]:
    """Return accuracies at ``DENSITIES`` that hold up to a place, and fall by 0.02 behind it."""
    return [
        dense if place <= last else dense - 0.02 * (place - last) for place in range(len(DENSITIES))
    ]


def rounds_file(path: Path, last: Sequence[Sequence[int]]) -> Path:
    """Write rounds whose accuracies hold up to a place, by run and task.

    Test accuracies fall from the first round on: whoever chooses by them is found.
    """
    validation = np.array([[accuracies(place) for place in by_task] for by_task in last])
    test = np.broadcast_to([1.0, 0.9, 0.8, 0.7], validation.shape).copy()
    return stored(path, {"density": DENSITIES, "validation": validation, "test": test})


RATES = [0.1, 0.2, 0.3]


def scores_file(path: Path, validation: Sequence[Sequence[float]]) -> Path:
    """Write a model file that has accuracies and rates alone; those on test data are all zero.

    The networks of the first run chose the largest of ``RATES``, all others the one inside.
    """
    found = np.array(validation, dtype=np.float64)
    rate = np.full_like(found, RATES[1])
    rate[0] = RATES[2]
    return stored(path, {"validation": found, "test": np.zeros_like(found), "rate": rate})
