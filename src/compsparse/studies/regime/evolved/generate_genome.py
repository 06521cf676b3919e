"""Step ``generate``: a genome of Picbreeder's as a target, and as a layered network.

The genome lies outside of the project, so that its digest, not its place, says which one it is.
"""

import hashlib

import numpy as np
import torch

from compsparse.steps import Inputs, Outputs, Params, single
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.targets import generate_target
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.genome import GenomeError
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.layering import layered


def run(inputs: Inputs, params: Params) -> Outputs:
    """Read a genome, a JSON file or Picbreeder's zip.

    Params: sha256, of the file.

    Returns:
        ``data``: the target, see ``targets.generate_target``; ``genome``: ``depth`` and ``width``
        of the layered network, ``count`` of its weights, and ``difference``, the largest one of a
        colour between its image and the genome's.

    Raises:
        GenomeError: another file than params.yaml names, or no genome.
    """
    path = single(inputs, "genome")
    if not path.is_file():
        raise GenomeError(
            f"{path} does not exist. Name the folder with this file in `regime.picbreeder_dir` of "
            "params.yaml: genomes of Picbreeder's are no part of this project."
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != params["sha256"]:
        raise GenomeError(
            f"{path} has the sha256 {found}, and `regime.evolved.genomes` of params.yaml asks for "
            f"{params['sha256']}: another genome, or another writing of it. Take that file, or "
            "change the digest there."
        )
    genome = generate_target.read_genome(path)
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
    return {
        **generate_target.run({"genome": path}, {}),
        "genome": {name: np.array(float(value)) for name, value in layers.items()},
    }
