"""The maps of all layers of one network: its inputs, its hidden units, its linear outputs."""

from jaxtyping import Float32
from torch import Tensor

from compsparse.studies.regime.network.forward import hidden_maps, matrices
from compsparse.studies.regime.network.shape import LayeredShape


def layer_maps(
    shape: LayeredShape, weights: Float32[Tensor, " weight"], inputs: Float32[Tensor, "input pixel"]
) -> list[Float32[Tensor, "unit pixel"]]:
    """Return the maps from the inputs to hue, saturation and brightness, layer by layer."""
    stacked = weights[None]
    hidden = [maps[0] for maps in hidden_maps(shape, stacked, inputs)]
    return [inputs, *hidden, matrices(shape, stacked)[-1][0] @ hidden[-1]]
