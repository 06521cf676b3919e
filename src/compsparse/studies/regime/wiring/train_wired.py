"""Step ``train``: networks of the wiring of a scene's genome, or of a control."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.recipe import Recipe, RunSeeds, wired_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_target, stacked
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring, random_wiring, rewired
from compsparse.studies.regime.targets.layering import copied_scenes
from compsparse.studies.regime.worlds import World
from workflow_engine.steps import Inputs, Outputs, many

Kind = Literal["own", "rewired", "random", "solution", "genome"]
_NOISE = 0.1  # of weights that begin at the solution, relative to random ones


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    kind: Kind,
    copies: int,
    recipe: Recipe,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Return a network for each scene; the stage is the number of steps.

    Args:
        kind: own wiring; rewired, with the same degrees and activations; random, of as many
            weights in every layer; own wiring that begins at the genome's weights with some noise
            (``solution``); the genome's own network, untrained.
        copies: of each unit of the genome's network.
    """
    targets = [read_target(path) for path in many(inputs, "targets")]
    shape, genomes = copied_scenes(targets, copies)
    if shape != LayeredShape.from_units(depth, units):
        raise ValueError(
            f"With {copies} copies of a unit a scene's network has depth {shape.depth} and units "
            f"{dict(shape.units)}; the settings say {depth} and {dict(units)}. Correct "
            "regime.wiring.train.shape of params.yaml."
        )
    seeds = RunSeeds(root_seed, seed_names)
    masks = []
    for run_, mask in enumerate(genomes.mask):
        masks.append(_wiring(kind, own_wiring(shape, mask), seeds.generator(kind, run_)))
    mask = np.stack(masks)
    start = np.stack(
        [
            wired_normal(shape, wired, seeds.generator("weights", run_))
            for run_, wired in enumerate(mask)
        ]
    )
    if kind == "genome":
        start, steps = genomes.weights, 0
    else:
        steps = recipe.steps
    if kind == "solution" or (kind == "own" and world == "solution"):
        start = (genomes.weights + np.float32(_NOISE) * start) * mask
    weights = start
    if steps:
        randoms = [seeds.generator("pixels", run_) for run_ in range(len(targets))]
        logged = np.array([steps])
        weights = train(
            shape, stacked(targets), start, mask, recipe, randoms, logged, checkpoints
        ).weights
    return {"model": StoredNetworks.replicates(weights, start, mask, stage=steps).arrays()}


def _wiring(kind: Kind, genome: Wiring, random: np.random.Generator) -> np.ndarray:
    if kind == "rewired":
        return rewired(genome, random).mask
    if kind == "random":
        return random_wiring(genome, random).mask
    return genome.mask
