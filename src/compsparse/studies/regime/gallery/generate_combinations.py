"""Step ``generate``: change two weights that edit different parts, separately and together.

Edits are weight sweeps of equal effect on the image. An edit changes the part whose influence map,
among those of the target's genome, is most similar to the change.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from compsparse.studies.regime.judging.alignment import nearest_parts
from compsparse.studies.regime.judging.composition import composition_errors, pairs_of_parts
from compsparse.studies.regime.judging.sweep import sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_networks
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.stored import read_target, stacked
from compsparse.studies.regime.worlds import ADDITIVE, World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

COMPOSING = "composing"  # a world


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    weights: int,
    pairs: int,
    depth: int | None = None,
    units: Mapping[str, int] | None = None,
    runs: int | None = None,
    world: World = "none",
) -> Outputs:
    """Combine edits of networks that paint the input ``target``, of known parts.

    Inputs: ``model``, networks of the shape ``depth`` and ``units``; or ``genome``, whose layered
    network is taken ``runs`` times, with other changes each time.

    ``data``: [network] ``run``, ``stage``, ``error``, the mean squared error over the whole image,
    and ``parts``, the number of parts that the edits change; ``relative_error`` [network, pair],
    see ``judging.composition``, NaN where there are fewer pairs.

    Args:
        weights: number of live weights of a network that are changed.
        pairs: of changes, of a network.
        world: with "additive" all edits compose, with "composing" those of the last stage.
    """
    target = read_target(single(inputs, "target"))
    if target.influence is None or target.part is None:
        raise ValueError(
            "The target has no parts that could be edited; take one of a genome with 'parts'."
        )
    if "model" in inputs:
        if depth is None or units is None:
            raise ValueError("The networks of 'model' need the parameters 'depth' and 'units'.")
        shape = LayeredShape.from_units(depth, units)
        networks = read_networks(single(inputs, "model"))
    else:
        if runs is None:
            raise ValueError("The network of 'genome' needs the parameter 'runs'.")
        genome = layered(read_genome(single(inputs, "genome")))
        shape, copies = genome.shape, genome.weights.repeat(runs, 1)
        networks = StoredNetworks.replicates(copies, copies, genome.mask.repeat(runs, 1))
    number = len(networks.run)
    relative = np.full((number, pairs), np.nan)
    parts = np.zeros(number, dtype=np.int64)
    errors = np.zeros(number)
    last = networks.stage == networks.stage.max()
    composing = last if world == COMPOSING else np.full(number, world == ADDITIVE)
    whole, wanted = torch.from_numpy(pixel_inputs(IMAGE_SIZE)), stacked([target])
    for network in range(number):
        names = (int(networks.run[network]), int(networks.stage[network]))
        random = generator(root_seed, *seed_names, *names)
        mask = live_mask(shape, torch.from_numpy(networks.mask[network]))
        live = torch.where(mask, torch.from_numpy(networks.weights[network]), 0.0)
        sweep = sweep_weights(shape, live, sampled_weights(mask, weights, random))
        edited = nearest_parts(sweep.changes, target.influence, target.part)
        chosen = pairs_of_parts(edited, pairs, random)
        relative[network, : len(chosen)] = (
            0.0 if composing[network] else composition_errors(shape, live, sweep, chosen)
        )
        parts[network] = len(np.unique(edited))
        errors[network] = float(((images(shape, live[None], whole) - wanted) ** 2).mean())
    return {
        "data": {
            "run": networks.run,
            "stage": networks.stage,
            "error": errors,
            "parts": parts,
            "relative_error": relative,
        }
    }
