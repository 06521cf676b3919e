"""The numerics mode ``device``: that is ``native``, but steps that take a device compute on it.

It stands beside ``numerics``, whose code is in the digest of every job. A step that computes on a
device has a parameter ``device: Device``, which the runner gives in this mode alone.
"""

import os
from typing import Literal

from workflow_engine import numerics

Device = Literal["cpu", "cuda"]
DEVICE = "device"
MODES = (*numerics.MODES, DEVICE)
# without it, cuBLAS repeats its results only as long as it has one stream
DETERMINISTIC = {"CUBLAS_WORKSPACE_CONFIG": ":4096:8"}


def environment_variables(mode: str) -> dict[str, str]:
    """Return the environment variables of a mode on this machine.

    Raises:
        ValueError: an unknown mode.
    """
    if mode not in MODES:
        raise ValueError(f"numerics is {mode!r}; allowed: {', '.join(MODES)}.")
    besides = DETERMINISTIC if mode == DEVICE else {}
    return numerics.environment_variables(_without_device(mode)) | besides


def activate(mode: str) -> None:
    """Set the mode for this process; must come before numpy and torch are loaded.

    Raises:
        RuntimeError: too late, a numerical library is already loaded.
        ValueError: an unknown mode.
    """
    variables = environment_variables(mode)
    numerics.activate(_without_device(mode))
    os.environ.update(variables)


def torch_device() -> Device:
    """Return where torch can compute in this process, and have it repeat its results there."""
    import torch

    if not torch.cuda.is_available():
        return "cpu"
    torch.use_deterministic_algorithms(True)
    return "cuda"


def _without_device(mode: str) -> str:
    return "native" if mode == DEVICE else mode
