"""Step ``generate``: a genome's network embedded in a deeper or wider shape.

It paints the same image there. Units keep their order among those of their activation, and stand
before the units that are added. Layers are added on top: three identity units in each carry hue,
saturation and brightness on by weights 1. Units that are added have weights 0 on either side.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from compsparse.studies.regime.pruning.foreign_wiring import at_shape
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.pruning.wiring import own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from compsparse.studies.regime.targets.stored import read_colours
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.steps import Inputs, Outputs, single

_ARRAYS = {
    "weights": Float32[np.ndarray, " weight"],
    "mask": Bool[np.ndarray, " weight"],
    "deviation": Float64[np.ndarray, ""],
}


def run(inputs: Inputs, *, depth: int, units: Mapping[str, int]) -> Outputs:
    """Embed the network of ``genome`` in a shape.

    ``data``: [weight] ``weights`` and the ``mask`` of its wiring; ``deviation``, the largest
    difference of a colour from its picture ``target`` over the whole image.
    """
    shape = LayeredShape.from_units(depth, units)
    weights, mask = embedded(layered(read_genome(single(inputs, "genome"))), shape)
    target = read_colours(single(inputs, "target"))[0]
    painted = images(shape, weights[None], torch.from_numpy(pixel_inputs(IMAGE_SIZE)))[0]
    deviation = float((painted - target).abs().max())
    found = {"weights": weights.numpy(), "mask": mask.numpy(), "deviation": np.array(deviation)}
    return {"data": found}


def read_embedding(path: Path) -> tuple[Float32[Tensor, " weight"], Bool[Tensor, " weight"], float]:
    """Read weights, mask and deviation."""
    found = read_named_axes(path, _ARRAYS)
    weights, mask = torch.from_numpy(found["weights"]), torch.from_numpy(found["mask"])
    return weights, mask, float(found["deviation"])


_CARRIER = "identity"


def embedded(
    genome: LayeredGenome, shape: LayeredShape
) -> tuple[Float32[Tensor, " weight"], Bool[Tensor, " weight"]]:
    """Return the genome's weights in the shape, 0 elsewhere, and the mask of its wiring.

    The shape is at least as deep, and as wide in each activation; a deeper one needs three identity
    units.
    """
    depth = genome.shape.depth
    carriers = [unit for unit, name in enumerate(shape.activations) if name == _CARRIER]
    if shape.depth < depth or (shape.depth > depth and len(carriers) < len(OUTPUTS)):
        raise ValueError(
            f"The shape has {shape.depth} layers with {len(carriers)} identity units, the genome "
            f"{depth} layers; needed are as many layers, and in a deeper shape {len(OUTPUTS)} "
            "identity units."
        )
    wiring = own_wiring(genome.shape, genome.mask)
    wide = LayeredShape(depth, shape.units, shape.inputs)
    wide_weights = torch.zeros(wide.weights)
    wide_mask = at_shape(wide, wiring).mask
    wide_weights[wide_mask] = genome.weights[wiring.mask]  # the order of the weights is the same
    weights = torch.zeros(shape.weights)
    mask = torch.zeros(shape.weights, dtype=torch.bool)
    top = wide.blocks[-1].start
    weights[:top], mask[:top] = wide_weights[:top], wide_mask[:top]
    rows, carried = list(range(len(OUTPUTS))), carriers[: len(OUTPUTS)]
    blocks = zip(shape.matrices(weights), shape.matrices(mask), strict=True)
    for number, (values, wired) in list(enumerate(blocks))[depth:]:
        above = rows if number == shape.depth else carried
        if number == depth:
            values[above] = wide.matrices(wide_weights)[-1]
            wired[above] = wide.matrices(wide_mask)[-1]
        else:
            values[above, carried] = 1.0
            wired[above, carried] = True
    live = live_mask(shape, mask)  # a grey genome has no hue that could be carried
    return torch.where(live, weights, 0.0), live
