"""Trainings as their steps do them: the history, and what an interruption must not change."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from workflow_engine.provenance.arguments import arguments


def history(run: Callable[..., Any], inputs: Any, params: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return the history that a step ``train`` makes of parameters as the plan gives them."""
    made = run(inputs, **arguments(run, params, {"checkpoints"}))["history"]
    assert isinstance(made, dict)
    return made


def resumed(run: Callable[..., Any], inputs: Any, params: dict[str, Any]) -> list[str]:
    """Interrupt a step at every save, fail if that changes a bit, and return where it was saved."""
    kept, named = MemoryCheckpoints(), arguments(run, params, {"checkpoints"})
    made, places = interrupted_at_every_save(
        lambda checkpoints: run(inputs, **named, checkpoints=checkpoints), lambda: kept
    )
    whole = history(run, inputs, params)
    assert set(made["history"]) == set(whole)
    for name, array in whole.items():
        np.testing.assert_array_equal(made["history"][name], array)
    return places
