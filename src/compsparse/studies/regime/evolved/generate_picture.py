"""Step ``generate``: the picture of a genome from Picbreeder, as a target."""

from compsparse.studies.regime.evolved.named_genome import require_named
from compsparse.studies.regime.targets import generate_target
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, sha256: str) -> Outputs:
    """Make the target.

    Input: ``genome``, a JSON file or a zip of Picbreeder.

    Args:
        sha256: of the file, which is refused if it has another.

    Returns:
        ``data``: see ``targets.generate_target``.

    Raises:
        GenomeError: the file has another digest, or holds no genome.
    """
    path = single(inputs, "genome")
    require_named(path, sha256)
    return generate_target.run({"genome": path})
