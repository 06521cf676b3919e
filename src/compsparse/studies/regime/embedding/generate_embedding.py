"""Step ``generate``: a genome's network embedded in a deeper or wider shape."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.studies.regime.embedding.embedded import embedded
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.layering import layered
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
