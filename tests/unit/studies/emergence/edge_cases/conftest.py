"""Synthetic histories with known answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workflow_engine.artifacts.arrays import encode

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write arrays to a file of the given name, and return it."""

    def save(file: str, **arrays: Any) -> Path:
        path = tmp_path / f"{file}.npz"
        path.write_bytes(encode(path, {name: np.array(value) for name, value in arrays.items()}))
        return path

    return save
