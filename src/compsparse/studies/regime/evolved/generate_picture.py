"""Step ``generate``: the picture of a genome from Picbreeder, as a target.

The genome is no part of the project; its digest identifies it.
"""

import hashlib
from pathlib import Path

import numpy as np

from compsparse.studies.regime.targets import generate_target
from compsparse.studies.regime.targets.genome import GenomeError
from compsparse.studies.regime.targets.layering import layered
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, sha256: str) -> Outputs:
    """Make the target.

    Input: ``genome``, a JSON file or a zip of Picbreeder.

    Args:
        sha256: of the file, which is refused if it has another.

    Returns:
        ``data``: see ``targets.generate_target``; and the ``depth`` of the layered genome.

    Raises:
        GenomeError: the file has another digest, or holds no genome.
    """
    path = single(inputs, "genome")
    require_named(path, sha256)
    genome = generate_target.read_genome(path)
    depth = np.array(layered(genome).shape.depth)
    return {"data": {**generate_target.genome_arrays(genome), "depth": depth}}


def require_named(path: Path, sha256: str) -> None:
    """Refuse a file that is not the one named in params.yaml.

    Raises:
        GenomeError: the file is missing, or has another digest.
    """
    if not path.is_file():
        raise GenomeError(
            f"{path} does not exist. Name the folder with this file in `regime.picbreeder_dir` of "
            "params.yaml: genomes of Picbreeder's are no part of this project."
        )
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise GenomeError(
            f"{path} has the sha256 {found}, and `regime.evolved.genomes` of params.yaml asks for "
            f"{sha256}: another genome, or another writing of it. Take that file, or change the "
            "digest there."
        )
