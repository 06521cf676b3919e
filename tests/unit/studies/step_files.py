"""What a step wrote, and files as the frame would write them."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from workflow_engine.artifacts.arrays import encode
from workflow_engine.steps import Outputs


def stored(path: Path, arrays: Mapping[str, np.ndarray]) -> Path:
    """Write arrays as the frame would."""
    path.write_bytes(encode(path, dict(arrays)))
    return path


def arrays(outputs: Outputs) -> dict[str, np.ndarray]:
    """Return the arrays of a step's only output."""
    (content,) = outputs.values()
    assert isinstance(content, dict)
    return content
