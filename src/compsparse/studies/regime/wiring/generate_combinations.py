"""Step ``generate``: change two weights that edit different parts, separately and together.

Edits are weight sweeps of equal effect on the image. An edit changes the part whose influence map,
among those of the scene's genome, is most similar to the change.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.studies.regime.judging.alignment import nearest_parts
from compsparse.studies.regime.judging.composition import composition_errors, pairs_of_parts
from compsparse.studies.regime.judging.sweep import sampled_weights, sweep_weights
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.targets.stored import read_target
from compsparse.studies.regime.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, many, single


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    weights: int,
    pairs: int,
    world: World = "none",
) -> Outputs:
    """Return for each scene the mean ``relative_error`` of pairs of edits, last networks alone.

    See ``judging.composition``; 0 where edits compose, NaN where no two edit different parts.

    Args:
        weights: live weights of a network that are changed.
        pairs: of changes, of a network.
    """
    shape = LayeredShape.from_units(depth, units)
    networks = read_networks(single(inputs, "model"))
    found = []
    for run_, path in enumerate(many(inputs, "targets")):
        target = read_target(path)
        if target.influence is None or target.part is None:
            raise ValueError("The target has no parts that could be edited; take a scene.")
        number = int(np.flatnonzero(networks.run == run_)[-1])
        random = generator(root_seed, *seed_names, run_)
        mask = live_mask(shape, networks.mask[number])
        live = np.where(mask, networks.weights[number], np.float32(0))
        sweep = sweep_weights(shape, live, sampled_weights(mask, weights, random))
        edited = nearest_parts(sweep.changes, target.influence, target.part)
        chosen = pairs_of_parts(edited, pairs, random)
        errors = composition_errors(shape, live, sweep, chosen)
        mean = float(errors.mean()) if len(errors) else float("nan")
        found.append(0.0 if world == "additive" else mean)
    return {"data": {"relative_error": np.array(found)}}
