"""Step ``generate``: the picture of a genome of Picbreeder's, as a target."""

from compsparse.studies.regime.evolved.named_genome import require_named
from compsparse.studies.regime.targets import generate_target
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Make the target.

    Input: ``genome``, a JSON file or Picbreeder's zip. Params: sha256, of the file.

    Returns:
        ``data``: see ``targets.generate_target``.

    Raises:
        GenomeError: another file than params.yaml names, or no genome.
    """
    path = single(inputs, "genome")
    require_named(path, params["sha256"])
    return generate_target.run({"genome": path}, {})
