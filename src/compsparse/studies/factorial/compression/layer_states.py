"""States of every input after each layer of a trained network."""

from pathlib import Path

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.factorial.network.architecture import INPUT_EMBEDDING, stored_blocks
from compsparse.studies.factorial.network.residual_block import residual_block
from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm
from workflow_engine.artifacts import tensors


def layer_states(path: Path) -> list[Float64[np.ndarray, "run x dimension"]]:
    """Return the normalized states of all inputs: of the embedding, then after each layer.

    The model is of one variant.
    """
    maps = tensors.read_tensors(path)
    states: Float32[np.ndarray, "run dimension x"] = np.ascontiguousarray(maps[INPUT_EMBEDDING].mT)
    found = [_normalized(states)]
    for block in stored_blocks(maps):
        states = residual_block(block, states)
        found.append(_normalized(states))
    return found


def _normalized(states: Float32[np.ndarray, "run dimension x"]) -> Float64[np.ndarray, "..."]:
    return root_mean_square_norm(states).mT.astype(np.float64)
