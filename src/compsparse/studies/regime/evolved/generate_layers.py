"""Step ``generate``: the size of a genome's layered network, and the error of its image."""

import numpy as np
import torch

from compsparse.studies.regime.evolved.generate_picture import require_named
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, sha256: str) -> Outputs:
    """Bring a genome to layered form.

    Input: ``genome``, a JSON file or a zip of Picbreeder.

    ``data``: ``depth`` and ``width`` of the layered network, ``count`` of its weights, and
    ``difference``, the largest difference of a colour between its image and the genome's.

    Args:
        sha256: of the file, which is refused if it has another.
    """
    path = single(inputs, "genome")
    require_named(path, sha256)
    genome = read_genome(path)
    network = layered(genome)
    pixels = torch.from_numpy(pixel_inputs(IMAGE_SIZE))
    painted = images(network.shape, network.weights[None], pixels)[0].numpy()
    wanted = draw_genome(genome, IMAGE_SIZE).reshape(-1, 3).T
    layers = {
        "depth": network.shape.depth,
        "width": network.shape.width,
        "count": int(network.mask.sum()),
        "difference": np.abs(painted - wanted).max(),
    }
    return {"data": {name: np.array(float(value)) for name, value in layers.items()}}
