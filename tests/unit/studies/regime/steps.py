"""Inputs of the study's steps, made by the steps before them, as small as they can be."""

from pathlib import Path
from typing import Any

import numpy as np

from compsparse.studies.regime.dense import train_networks
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.targets import generate_target
from workflow_engine.artifacts.arrays import encode
from workflow_engine.steps import Outputs

REPOSITORY = Path(__file__).resolve().parents[4]
GENOME = REPOSITORY / "workflow/targets/two_objects.json"
SEEDS: dict[str, Any] = {"root_seed": 3, "seed_names": ["regime", "test", "cell"]}
SHAPE: dict[str, Any] = {"depth": 3, "units": {"identity": 2, "gaussian": 2, "sin": 1}}
RECIPE = Recipe("adam", 0.01, 0.001, steps=6, pixels=64)
RETRY = RetryRule(after=0.5, error=0.5, retries=1)


def stored(folder: Path, name: str, outputs: Outputs) -> Path:
    """Write the only output of a step as the frame would."""
    (content,) = outputs.values()
    path = folder / f"{name}.npz"
    path.write_bytes(encode(path, content))
    return path


def target_file(folder: Path) -> Path:
    """Return a built target with known parts."""
    return stored(folder, "target", generate_target.run({"genome": GENOME}))


def networks_file(folder: Path, target: Path, runs: int = 2) -> Path:
    """Return dense networks that were trained for a few steps."""
    params = {**SEEDS, **SHAPE, "runs": runs, "recipe": RECIPE, "retry": RETRY}
    return stored(folder, "networks", train_networks.run({"target": target}, **params))


def arrays(outputs: Outputs) -> dict[str, np.ndarray]:
    """Return the arrays of a step's only output."""
    (content,) = outputs.values()
    assert isinstance(content, dict)
    return content
