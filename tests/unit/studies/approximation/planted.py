"""Files whose numbers are known, and what an evaluation or a step makes of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
from pydantic import TypeAdapter

from compsparse.studies.approximation.target.target import TargetDescription
from compsparse.studies.approximation.target.tree import Constituent, Tree, nodes_by_level
from tests.unit.studies.step_files import arrays as arrays
from tests.unit.studies.step_files import ran as ran
from tests.unit.studies.step_files import stored as stored
from workflow_engine.steps import Inputs

SEEDS: dict[str, Any] = {"root_seed": 987, "seed_names": ["approximation", "test", "cell"]}


def module(name: str, slopes: Sequence[float], product: float, offset: float) -> dict[str, Any]:
    """Return a module of which only one constituent can be drawn."""
    ranges = {
        "slopes": [[slope, slope] for slope in slopes],
        "product": [product, product],
        "offset": [offset, offset],
    }
    return {"name": name, "ranges": ranges}


PAIR = module("pair", [1.2, 0.9], 0.7, 0.3)
OTHER = module("other", [0.8, -1.1], -0.4, 0.1)
TREE: dict[str, Any] = {"kind": "tree", "modules": [PAIR]}
GENERIC: dict[str, Any] = {"kind": "generic", "cosines": 20, "spread": 1.5}
RANGES = {"slopes": [[0.8, 1.3], [0.7, 1.2]], "product": [0.3, 0.8], "offset": [0.2, 0.4]}
DRAWN: dict[str, Any] = {"kind": "tree", "modules": [{"name": "drawn", "ranges": RANGES}]}
DIFFERENT: dict[str, Any] = {**DRAWN, "apart": True}


def shared(constituent: Constituent, variables: int) -> Tree:
    """Return the tree with the same constituent at every node."""
    return Tree(((constituent,),) * len(nodes_by_level(variables, constituent.arity)))


def described(target: Mapping[str, Any]) -> TargetDescription:
    """Return the description that a step gets of its JSON."""
    description: TargetDescription = TypeAdapter(TargetDescription).validate_python(dict(target))
    return description


def model_file(path: Path, errors: Sequence[float]) -> Path:
    """Write a model with these errors by run, at the second of three rates, which is chosen.

    Errors on the test data of the other rates are far smaller: whoever chooses by them is found.
    """
    test = np.asarray(errors, dtype=np.float64)
    return stored(
        path,
        {
            "validation": np.tile([0.9, 0.1, 0.5], (len(test), 1)),
            "test": np.stack([test / 1000, test, test / 10], axis=1),
            "configuration": np.array([0.01, 0.02, 0.03]),
            "parameters": np.array(70),
        },
    )


def model_files(
    folder: Path, cells: Sequence[Mapping[str, object]], errors: Sequence[Sequence[float]]
) -> tuple[Inputs, dict[str, Any]]:
    """Write a model for each cell; return inputs and parameters of an evaluation of them."""
    paths = [
        model_file(folder / f"{number}.npz", by_run)
        for number, by_run in enumerate(errors, start=10)
    ]
    assert len(paths) == len(cells)
    return {"models": paths}, {"cells": [dict(cell) for cell in cells]}


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
