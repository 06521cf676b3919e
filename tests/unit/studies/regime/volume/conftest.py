"""Small Monte Carlo files, drawn and planted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.volume import generate_monte_carlo
from workflow_engine.artifacts.arrays import encode

Written = Callable[[dict[str, np.ndarray]], Path]

DRAWING: dict[str, Any] = {
    "root_seed": 5,
    "seed_names": ["regime", "volume_ratio", "all"],
    "primitives": 3,
    "copying": 0.7,
    "widths": [3, 6, 48],
    "depth": 9,
    "networks": 60,
    "density": 0.3,
    "mask_widths": [3],
    "mask_depth": 2,
    "masks": 400,
    "groups": 3,
}


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write arrays of Monte Carlo and return their file."""

    def write(arrays: dict[str, np.ndarray]) -> Path:
        path = tmp_path / "all.npz"
        path.write_bytes(encode(path, arrays))
        return path

    return write


def drawing(**changes: Any) -> dict[str, np.ndarray]:
    """Draw with the given parameters changed."""
    data = generate_monte_carlo.run({}, **(DRAWING | changes))["data"]
    assert isinstance(data, dict)
    return data
