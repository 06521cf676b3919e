"""Reads the errors of disturbed networks: a row for each circuit, form, deviation and run."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.networks.step_function import FORMS
from workflow_engine.artifacts import errors, named_axes
from workflow_engine.steps import Inputs, many

_BY_CIRCUIT = ("length", "depth", "gates", "radius")
_BY_FORM = ("units", "weights", "layers")
_ARRAYS = {
    **dict.fromkeys(("length", "depth", "gates"), Int64[np.ndarray, " circuit"]),
    "radius": Float64[np.ndarray, " circuit"],
    **dict.fromkeys(_BY_FORM, Int64[np.ndarray, "circuit form"]),
    **dict.fromkeys(("largest", "mean_square"), Float64[np.ndarray, "circuit form deviation run"]),
    **dict.fromkeys(("beta", "bound"), Float64[np.ndarray, "circuit deviation"]),
}
_BIT_ERROR = {"bit_error": Float64[np.ndarray, "circuit form"]}  # of two forms, not of three


def read_errors(
    inputs: Inputs, circuits: Sequence[str], deviations: Sequence[float], runs: int
) -> pd.DataFrame:
    """Return one table of the files ``networks``, one for each of the named circuits."""
    tables = [
        _table(name, path, deviations, runs)
        for name, path in zip(circuits, many(inputs, "networks"), strict=True)
    ]
    return pd.concat(tables, ignore_index=True)


def bit_error(inputs: Inputs) -> float:
    """Return the largest error on undisturbed bits, over all circuits and both ReLU forms."""
    files = [named_axes.read_named_axes(path, _BIT_ERROR) for path in many(inputs, "networks")]
    return max(float(arrays["bit_error"].max()) for arrays in files)


def _table(name: str, path: Path, deviations: Sequence[float], runs: int) -> pd.DataFrame:
    arrays = named_axes.read_named_axes(path, _ARRAYS)
    shape = (len(FORMS), len(deviations), runs)
    if arrays["largest"].shape[1:] != shape:
        raise errors.ArtifactError(
            path,
            f"It lacks the errors of {shape[0]} forms, {shape[1]} deviations and {runs} runs. "
            "Make it again.",
        )
    rows: list[dict[str, Any]] = []
    for index in product(*map(range, arrays["largest"].shape)):
        circuit, form, column, run = index
        rows.append(
            {"circuit": name}
            | {key: arrays[key][circuit] for key in _BY_CIRCUIT}
            | {"form": FORMS[form], "deviation": deviations[column], "run": run}
            | {key: arrays[key][circuit, form] for key in _BY_FORM}
            | {
                "largest": arrays["largest"][index],
                "root_mean_square": np.sqrt(arrays["mean_square"][index]),
            }
        )
        sigmoid = FORMS[form] == "sigmoid"
        for key in ("beta", "bound"):
            rows[-1][key] = arrays[key][circuit, column] if sigmoid else np.nan
    return pd.DataFrame(rows)
