"""Step ``prune``: networks of given wirings, trained from random weights."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.initial import wired_normal
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.pruning.wiring import own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from compsparse.studies.regime.targets.stored import read_colours
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, KINDS, OWN, Pair, make_wiring
from compsparse.studies.regime.worlds import REWIRED, World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    controls: Sequence[str],
    runs: int,
    recipe: Recipe,
    retry: RetryRule,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks with the wiring of ``genome``, and with control wirings, on ``target``.

    Inputs: target; genome and other, files of genomes of equal depth. A run draws the same weights
    and pixels for all kinds of wiring, and its own controls.

    ``model``: first the genome's own network, of stage 0, then, of stage 1, all runs of the own
    wiring, of every control, and dense (``network.stored``); [network] ``kind``, the index in
    ``controls.KINDS``; ``changed``, edges or activations that a control has changed; ``retries``,
    the number of restarts; ``stuck``.

    Args:
        depth: of the joint shape of both genomes.
        units: of that shape.
        controls: names in ``controls.CONTROLS``.
        runs: of each kind of wiring.
        recipe: the same for all kinds, like ``retry``.
        world: with "rewired" the own wiring is rewired, too.
    """
    genome = layered(read_genome(single(inputs, "genome")))
    other = layered(read_genome(single(inputs, "other")))
    pair = Pair(own_wiring(genome.shape, genome.mask), own_wiring(other.shape, other.mask))
    shape = LayeredShape.from_units(depth, units)
    if shape != pair.shape:
        raise ValueError(
            f"The settings give depth {shape.depth} and units {dict(shape.units)}; the joint shape "
            f"of both genomes has depth {pair.shape.depth} and units {dict(pair.shape.units)} "
            f"(their own: {dict(genome.shape.units)} and {dict(other.shape.units)}). Correct the "
            "shapes in params.yaml."
        )
    target = read_colours(single(inputs, "target"))
    seeds = RunSeeds(root_seed, seed_names)
    kinds = (OWN, *controls, DENSE)
    parts = Parts(checkpoints, len(kinds))
    found = [_genome(genome, pair)]
    for kind in kinds:
        drawn = REWIRED if kind == OWN and world == REWIRED else kind
        wirings = [
            make_wiring(drawn, pair, generator(root_seed, *seed_names, "wiring", kind, run))
            for run in range(runs)
        ]
        mask = torch.stack([wiring.mask for wiring in wirings])
        trained = parts.do(partial(_train, shape, target, mask, seeds, recipe, retry))
        weights, start = (torch.from_numpy(trained[name]) for name in ("weights", "start"))
        networks = StoredNetworks.replicates(weights, start, mask, stage=1)
        found.append(
            networks.arrays()
            | {
                "kind": np.full(runs, KINDS.index(kind)),
                "changed": np.array([wiring.changed for wiring in wirings]),
                "retries": trained["retries"],
                "stuck": trained["stuck"].astype(np.bool_),
            }
        )
    return {"model": {key: np.concatenate([group[key] for group in found]) for key in found[0]}}


def _genome(genome: LayeredGenome, pair: Pair) -> dict[str, np.ndarray]:
    """Return the genome's own network at the joint shape."""
    mask = make_wiring(OWN, pair, np.random.default_rng(0)).mask  # nothing is drawn
    weights = torch.zeros(pair.shape.weights)
    # units of one activation keep their order, and so do the weights
    weights[mask] = genome.weights[pair.genome.mask]
    network = StoredNetworks.replicates(weights[None], weights[None], mask[None])
    zero = np.zeros(1, dtype=np.int64)
    numbers = {"kind": np.full(1, KINDS.index(GENOME)), "changed": zero, "retries": zero}
    return network.arrays() | numbers | {"stuck": np.zeros(1, dtype=np.bool_)}


def _train(
    shape: LayeredShape,
    target: Float32[Tensor, "1 3 pixel"],
    mask: Bool[Tensor, "run weight"],
    seeds: RunSeeds,
    recipe: Recipe,
    retry: RetryRule,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    def initial(run: int, attempt: int) -> Tensor:
        return wired_normal(shape, mask[run], seeds.generator("weights", run, attempt))

    steps = np.array([recipe.steps])
    found = train_with_retries(
        shape, target, initial, seeds, mask, recipe, retry, len(mask), steps, checkpoints
    )
    return found.part
