"""Files whose numbers are known, for networks wired in four ways."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from compsparse.studies.tickets.wired import generate_examples
from compsparse.studies.tickets.wired.shape import network_shape
from tests.unit.studies.step_files import arrays as arrays
from tests.unit.studies.step_files import ran as ran
from tests.unit.studies.step_files import stored as stored
from workflow_engine.steps import Inputs

SEEDS: dict[str, Any] = {"root_seed": 987, "seed_names": ["tickets", "test", "cell"]}
RANGES: dict[str, Any] = {"slopes": [0.6, 1.4], "product": [0.25, 0.75]}
DATA: dict[str, Any] = {
    **SEEDS,
    "variables": 8,
    "ranges": RANGES,
    "examples": 64,
    "choosing": 40,
    "judged": 50,
    "runs": 2,
}
CELL: dict[str, Any] = {"examples": 64, "noise": 0.0, "decay": 0.0}


def examples(**changed: Any) -> dict[str, np.ndarray]:
    """Return small examples."""
    return arrays(ran(generate_examples, {}, {**DATA, **changed}))


def about(wiring: str, cells: Sequence[Mapping[str, Any]], channels: int = 2) -> dict[str, Any]:
    """Return what a file of models of eight variables holds."""
    return {
        "wiring": wiring,
        "variables": 8,
        "channels": channels,
        "cells": [dict(cell) for cell in cells],
    }


def model_file(
    path: Path,
    held: Mapping[str, Any],
    gaps: Sequence[Sequence[float]],
    *,
    scales: Sequence[float] | None = None,
    errors: Sequence[Sequence[float]] | None = None,
    unfitted: Sequence[Sequence[float]] | None = None,
    rates: Sequence[float] = (0.01, 0.03, 0.1),
) -> Path:
    """Write models of these gaps by cell and run, at the second of three configurations.

    It is the one that validation chooses. Those that others would choose, by fresh examples or by
    what was learned from, have other losses: whoever chooses by these is found. All weights of a
    cell are equal, to its scale; ``unfitted`` is the least share of labels not fitted.
    """
    gap = np.asarray(gaps, dtype=np.float64)
    shape = network_shape(held["wiring"], held["variables"], held["channels"])
    wrong = np.asarray(gaps if errors is None else errors, dtype=np.float64)
    missed = np.full_like(gap, 0.05) if unfitted is None else np.asarray(unfitted, dtype=np.float64)

    def by_configuration(first: Any, second: Any, third: Any) -> np.ndarray:
        return np.stack([loss + np.zeros_like(gap) for loss in (first, second, third)], axis=2)

    losses = {
        "choosing_ramp": by_configuration(0.5, 0.1, 0.4),
        "choosing_error": by_configuration(0.0, 0.5, 0.5),
        "train_ramp": by_configuration(0.0, 0.1, 0.2),
        "train_error": by_configuration(missed, 0.3, 0.4),
        "judged_ramp": by_configuration(0.9, gap + 0.1, 0.01),
        "judged_error": by_configuration(0.8, wrong, 0.001),
    }
    by_cell = np.ones(len(gap)) if scales is None else np.asarray(scales)
    weights = {
        f"weights_{place}": np.broadcast_to(
            by_cell[:, None, None, None, None],
            (*gap.shape, level.modules, level.outputs, level.inputs),
        ).astype(np.float32)
        for place, level in enumerate(shape.levels)
    }
    configuration = np.array([(rate, 0) for rate in rates])
    return stored(path, {**losses, **weights, "configuration": configuration})


def evaluated(
    module: ModuleType, inputs: Inputs, params: Mapping[str, Any]
) -> tuple[pd.DataFrame, dict[str, list[float]]]:
    """Return the table of an evaluation, and each statistic as its values by run."""
    made = ran(module, inputs, {"root_seed": 0, **params})
    (metrics,) = made["metrics"].values()
    table = made["table"]
    assert isinstance(table, pd.DataFrame)
    return table, {
        name: metric.get("samples", [metric["value"]]) for name, metric in metrics.items()
    }
