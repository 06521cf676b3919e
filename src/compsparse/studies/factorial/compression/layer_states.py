"""States of every input after each layer of a trained network."""

from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float64

from compsparse.studies.factorial.network.architecture import INPUT_EMBEDDING, block_weights
from compsparse.studies.factorial.network.residual_block import residual_block
from compsparse.studies.factorial.network.root_mean_square_norm import root_mean_square_norm
from workflow_engine.artifacts import tensors


def layer_states(path: Path) -> list[Float64[np.ndarray, "run x dimension"]]:
    """Return the normalized states of all inputs: of the embedding, then after each layer.

    The model is of one variant.
    """
    arrays = tensors.read_tensors(path)
    parameters = {name: torch.tensor(array) for name, array in arrays.items()}
    layers = sum(name.endswith(".gate") for name in arrays)
    states = parameters[INPUT_EMBEDDING]
    found = [_normalized(states)]
    with torch.inference_mode():
        for layer in range(layers):
            states = residual_block(block_weights(parameters, layer), states)
            found.append(_normalized(states))
    return found


def _normalized(states: torch.Tensor) -> Float64[np.ndarray, "run x dimension"]:
    return root_mean_square_norm(states).numpy().astype(np.float64)
