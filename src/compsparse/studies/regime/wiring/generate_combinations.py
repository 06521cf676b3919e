"""Step ``generate``: change two weights that edit different parts, separately and together.

Do edits of two parts compose: is the image of both edits the sum of their changes? Edits are weight
sweeps of equal effect on the image. An edit changes the part whose influence map, among those of
the scene's genome, is most similar to the change.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.studies.regime.judging.measures import nearest_parts
from compsparse.studies.regime.judging.sweep import Sweep, sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import grid_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks, read_target
from compsparse.studies.regime.pruning.trained_network import live_mask
from compsparse.studies.regime.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, many, single

_AT_ONCE = 16  # networks


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

    See ``composition_errors``; 0 where edits compose, NaN where no two edit different parts.

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


def pairs_of_parts(
    parts: Int64[np.ndarray, " matched"], number: int, random: np.random.Generator
) -> Int64[np.ndarray, "pair 2"]:
    """Return ``number`` different pairs of matched sweeps of two different ``parts``, or all.

    Parts ``np.arange`` pair sweeps regardless of what they edit.
    """
    first, second = np.triu_indices(len(parts), k=1)
    different = parts[first] != parts[second]
    pairs = np.stack([first[different], second[different]], axis=1).astype(np.int64)
    return pairs if number >= len(pairs) else random.choice(pairs, number, replace=False)


def composition_errors(
    shape: LayeredShape,
    weights: Float32[np.ndarray, " weight"],
    sweep: Sweep,
    pairs: Int64[np.ndarray, "pair 2"],
) -> Float64[np.ndarray, " pair"]:
    """Return |I_12 - (I + D_1 + D_2)| / sqrt(|D_1|^2 + |D_2|^2) for pairs of matched sweeps.

    I_12 is the image with both weights changed, D_1 and D_2 the changes that each alone adds to the
    image I. 0: the edits compose. The denominator cannot vanish when edits cancel each other. A
    weight changed by both edits, up and down, is changed by their sum.
    """
    matched = np.flatnonzero(sweep.matched)
    side = math.isqrt(sweep.base.shape[1])
    inputs = grid_inputs(side)
    changes = sweep.changes
    errors = np.empty(len(pairs))
    for start in range(0, len(pairs), _AT_ONCE):
        batch = pairs[start : start + _AT_ONCE]
        both = np.repeat(weights[None], len(batch), axis=0)
        for sweeps in matched[batch].T:
            both[np.arange(len(batch)), sweep.indices[sweeps]] += sweep.deltas[sweeps]
        changed = images(shape, both, inputs) - sweep.base
        alone = changes[batch].astype(np.float64)
        left = changed - alone.sum(axis=1)
        sizes = (alone**2).sum(axis=(1, 2, 3))
        errors[start : start + _AT_ONCE] = np.sqrt((left**2).sum(axis=(1, 2)) / sizes)
    return errors
