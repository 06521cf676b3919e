"""Step ``generate``: a scene drawn at random, with the network of its genome."""

from collections.abc import Sequence

from compsparse.studies.regime.targets.generate_target import genome_arrays
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.scenes import draw_scene
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs, *, root_seed: int, seed_names: Sequence[str]) -> Outputs:
    """Return the arrays of ``network.stored.StoredTarget``: its picture, parts and own network."""
    genome = draw_scene("scene", generator(root_seed, *seed_names))
    network = layered(genome)
    layers = {"own_weights": network.weights, "own_mask": network.mask}
    return {"data": {**genome_arrays(genome), **layers}}
