"""Starts for the steps that train from them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compsparse.studies.emergence.starts import generate_starts
from workflow_engine.artifacts.arrays import encode

Starts = Callable[..., Path]

DRAWN: dict[str, Any] = {
    "root_seed": 3,
    "seed_names": ["emergence", "test"],
    "neurons": 64,
    "directions": 8,
    "dimension": 10_000,
    "basis": "teacher",
    "runs": 2,
}


@pytest.fixture
def starts(tmp_path: Path) -> Starts:
    """Draw starts with the given parameters changed, and return their file."""

    def draw(**changes: Any) -> Path:
        path = tmp_path / "starts.npz"
        path.write_bytes(encode(path, generate_starts.run({}, **(DRAWN | changes))["starts"]))
        return path

    return draw
