"""Files of measures with values that a test knows."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from compsparse.studies.regime.measures import evaluate_kinds
from tests.unit.studies.regime.test_plan import planned
from tests.unit.studies.step_files import ran, stored

PAINTS = 0.85
Values = Any  # a number, one for each run, or one for each stage and run


def measures(path: Path, runs: int = 3, stages: tuple[int, ...] = (0,), **values: Values) -> Path:
    """Write measures as a step would: all runs of a stage, stage by stage.

    Without values networks paint at an error of 0.01, and all else is 0; all survive the smallest
    change.
    """
    form = len(stages), runs
    given = {"error": 0.01, "ssim": 0.9, "survival": 0.0, "survival_least": 1.0}
    given |= {"alignment": 0.0, "orthogonality": 0.0}
    columns = {
        name: np.broadcast_to(np.asarray(value, dtype=np.float64), form).ravel()
        for name, value in (given | values).items()
    }
    return stored(
        path,
        {
            "run": np.tile(np.arange(runs), len(stages)),
            "stage": np.repeat(stages, runs),
            "count": np.full(len(stages) * runs, 100),
            **columns,
        },
    )


def kinds(
    folder: Path, stages: tuple[int, ...] = (0,), **values: dict[str, Values]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write a file for each kind and return inputs and parameters of an evaluation.

    Dense networks have one stage; those of other kinds have ``stages``.
    """
    paths = [
        measures(folder / f"{kind}.npz", stages=(0,) if kind == "dense" else stages, **given)
        for kind, given in values.items()
    ]
    return {"measures": paths}, {"labels": [{"kind": kind} for kind in values], "paints": PAINTS}


def evaluated(module: Any, inputs: Any, params: Any) -> tuple[pd.DataFrame, dict[str, float]]:
    """Return the table and the values of the metrics of an evaluation."""
    made: Any = ran(module, inputs, {"root_seed": 0, **params})
    (metrics,) = made["metrics"].values()
    return made["table"], {name: metric["value"] for name, metric in metrics.items()}


def in_plan(step: str, result: str) -> dict[str, Any]:
    """Return what the plan gives to a step of a result."""
    named = {"result": f"regime_{result}"}
    (job,) = (j for j in planned("none", "default") if (j.step, j.wildcards) == (step, named))
    return dict(job.params)


def compared(result: str, inputs: Any, params: Any) -> tuple[pd.DataFrame, dict[str, float]]:
    """Return what ``evaluated`` does, of a result that compares kinds of networks."""
    return evaluated(evaluate_kinds, inputs, in_plan("evaluate", result) | params)
