"""Step ``train``: dense networks, one for each target, kept at several numbers of steps."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.network.recipe import Recipe, RunSeeds, lecun_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_target, stacked
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.targets.layering import embedded_scenes
from compsparse.studies.regime.worlds import World
from workflow_engine.steps import Inputs, Outputs, many

_NOISE = 0.01  # of weights that begin at a genome's solution
_STEPS: dict[World, float] = {"longer": 3, "shorter": 1 / 3}  # times those of a recipe


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    recipe: Recipe,
    stops: Sequence[float],
    runs: int = 0,
    scale: float = 1.0,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Return the networks at all stops, those of the first one first; the stage is the step.

    ``loss`` [run, stop] is the mean error of the pixels drawn since the stop before.

    Args:
        stops: shares of the steps, besides the last one.
        runs: networks of a single target; otherwise there is one for each target.
        scale: of the first weights.
        world: "solution" starts from the genome's own network with some noise; in "longer" Muon
            with many iterations has three times the steps, in "shorter" a third.
    """
    shape = LayeredShape.from_units(depth, units)
    targets = [read_target(path) for path in many(inputs, "targets")]
    number = runs or len(targets)
    seeds = RunSeeds(root_seed, seed_names)
    start = lecun_normal(shape, [seeds.generator("weights", run) for run in range(number)], scale)
    if world in _STEPS and recipe.newton_schulz > Recipe.newton_schulz:
        recipe = replace(recipe, steps=round(_STEPS[world] * recipe.steps))
    if world == "solution":
        start = embedded_scenes(shape, targets).weights + np.float32(_NOISE) * start
    logged = np.array(sorted({max(1, round(share * recipe.steps)) for share in (*stops, 1.0)}))
    randoms = [seeds.generator("pixels", run) for run in range(number)]
    trained = train(
        shape, stacked(targets), start, None, recipe, randoms, logged, checkpoints, keep=True
    )
    weights = trained.kept.reshape(len(logged) * number, shape.weights)
    networks = StoredNetworks(
        weights,
        np.ones(weights.shape, dtype=np.bool_),
        np.tile(start, (len(logged), 1)),
        np.tile(np.arange(number), len(logged)),
        np.repeat(logged, number),
    )
    return {"model": {**networks.arrays(), "loss": trained.training_loss}}
