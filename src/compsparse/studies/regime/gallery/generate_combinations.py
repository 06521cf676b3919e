"""Step ``generate``: change two weights that edit different parts, apart and together.

Edits are weight sweeps of equal effect on the image. Which part an edit changes is told by the
influence map of the target's genome that the change is most alike.
"""

import numpy as np
import torch
from jaxtyping import Bool

from compsparse.studies.regime.judging.alignment import nearest_parts
from compsparse.studies.regime.judging.composition import composition_errors, pairs_of_parts
from compsparse.studies.regime.judging.sweep import sampled_weights, sweep_weights
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks, read_networks
from compsparse.studies.regime.pruning.live import live_mask
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.stored import read_target, stacked
from compsparse.studies.regime.worlds import ADDITIVE
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

COMPOSING = "composing"  # a world


def run(inputs: Inputs, params: Params) -> Outputs:
    """Combine edits of networks that paint the input ``target``, of known parts.

    Inputs: ``model``, networks of the shape ``depth`` and ``units`` of the params; or ``genome``,
    whose layered network is taken ``runs`` times, each with changes drawn anew. Params: weights,
    live ones that are changed in a network; pairs of changes, of a network. With world "additive"
    all edits compose, with "composing" those of networks of the last stage.

    ``data``: [network] ``run``, ``stage``, ``error``, the mean squared error over the whole image,
    and ``parts``, how many parts the edits change; ``relative_error`` [network, pair], see
    ``judging.composition``, NaN where there are fewer pairs.
    """
    target = read_target(single(inputs, "target"))
    if target.influence is None or target.part is None:
        raise ValueError(
            "The target has no parts that could be edited; take one of a genome with 'parts'."
        )
    shape, networks = _networks(inputs, params)
    number = len(networks.run)
    relative = np.full((number, params["pairs"]), np.nan)
    parts = np.zeros(number, dtype=np.int64)
    errors = np.zeros(number)
    composing = _composing(networks, params)
    whole, wanted = torch.from_numpy(pixel_inputs(256)), stacked([target])
    for network in range(number):
        place = (int(networks.run[network]), int(networks.stage[network]))
        random = generator(params["root_seed"], *params["seed_names"], *place)
        mask = live_mask(shape, torch.from_numpy(networks.mask[network]))
        weights = torch.where(mask, torch.from_numpy(networks.weights[network]), 0.0)
        sweep = sweep_weights(shape, weights, sampled_weights(mask, params["weights"], random))
        edited = nearest_parts(sweep.changes, target.influence, target.part)
        pairs = pairs_of_parts(edited, params["pairs"], random)
        if composing[network]:
            relative[network, : len(pairs)] = 0.0
        else:
            relative[network, : len(pairs)] = composition_errors(shape, weights, sweep, pairs)
        parts[network] = len(np.unique(edited))
        errors[network] = float(((images(shape, weights[None], whole) - wanted) ** 2).mean())
    return {
        "data": {
            "run": networks.run,
            "stage": networks.stage,
            "error": errors,
            "parts": parts,
            "relative_error": relative,
        }
    }


def _composing(networks: StoredNetworks, params: Params) -> Bool[np.ndarray, " network"]:
    """Return of which networks a world says that their edits compose."""
    last = (params.get("world") == COMPOSING) & (networks.stage == networks.stage.max())
    composing: Bool[np.ndarray, " network"] = last | (params.get("world") == ADDITIVE)
    return composing


def _networks(inputs: Inputs, params: Params) -> tuple[LayeredShape, StoredNetworks]:
    if "model" in inputs:
        shape = LayeredShape.of(params["depth"], params["units"])
        return shape, read_networks(single(inputs, "model"))
    own, runs = layered(read_genome(single(inputs, "genome"))), params["runs"]
    weights = np.tile(own.weights.numpy(), (runs, 1))
    mask = np.tile(own.mask.numpy(), (runs, 1))
    stage = np.zeros(runs, dtype=np.int64)
    return own.shape, StoredNetworks(weights, mask, weights, np.arange(runs), stage)
