"""What a step wrote, and files as the frame would write them."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from workflow_engine.artifacts.arrays import encode
from workflow_engine.provenance.arguments import arguments
from workflow_engine.steps import Inputs, Outputs


def stored(path: Path, arrays: Mapping[str, np.ndarray]) -> Path:
    """Write arrays as the frame would."""
    path.write_bytes(encode(path, dict(arrays)))
    return path


def arrays(outputs: Outputs) -> dict[str, np.ndarray]:
    """Return the arrays of a step's only output."""
    (content,) = outputs.values()
    assert isinstance(content, dict)
    return content


def ran(step: ModuleType, inputs: Inputs, params: Mapping[str, Any]) -> Outputs:
    """Run a step as the runner does: its parameters are JSON, which become the annotated types."""
    outputs: Outputs = step.run(inputs, **arguments(step.run, params))
    return outputs
