"""The further input n, which tells a network which picture to paint."""

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.shape import INPUTS

SELECTED_INPUTS = len(INPUTS) + 1  # x, y, d, 1, n


def selected(
    pixels: Float32[np.ndarray, "input pixel"], n: float
) -> Float32[Tensor, "selected_input pixel"]:
    """Return the inputs at the pixels of a picture, n the last of them."""
    chosen = np.full((1, pixels.shape[1]), n, dtype=np.float32)
    return torch.from_numpy(np.concatenate([pixels, chosen]))
