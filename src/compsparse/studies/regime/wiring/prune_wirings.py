"""Step ``prune``: networks of given wirings, each trained from random weights."""

from functools import partial

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.network.recipe import Recipe, RetryRule
from compsparse.studies.regime.network.retries import train_with_retries
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.wired_normal import wired_normal
from compsparse.studies.regime.pruning.wiring import Wiring, own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from compsparse.studies.regime.targets.stored import read_target, stacked
from compsparse.studies.regime.wiring.controls import DENSE, GENOME, KINDS, OWN, Pair, wiring_of
from compsparse.studies.regime.worlds import REWIRED
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train networks with the wiring of ``genome``, and of controls, towards ``target``.

    Inputs: target; genome and other, files of genomes of equal depth. Params: depth and units, the
    joint shape of both; controls, names in ``controls.CONTROLS``; runs, of each kind; recipe and
    retry, the same for all kinds. A run has the same draws of weights and of pixels in all kinds,
    and controls of its own. With world "rewired" the own wiring is rewired, too.

    ``model``: first the genome's own network, of stage 0, then, of stage 1, all runs of its own
    wiring, of every control, and dense (``network.stored``); [network] ``kind``, the number in
    ``controls.KINDS``, ``changed``, what a control has changed of its wiring, ``retries``, how
    often the run began anew, and ``stuck``.
    """
    genome = layered(read_genome(single(inputs, "genome")))
    other = layered(read_genome(single(inputs, "other")))
    pair = Pair(own_wiring(genome.shape, genome.mask), own_wiring(other.shape, other.mask))
    shape = LayeredShape.of(params["depth"], params["units"])
    if shape != pair.shape:
        raise ValueError(
            f"The settings give depth {shape.depth} and units {dict(shape.units)}; the joint shape "
            f"of both genomes has depth {pair.shape.depth} and units {dict(pair.shape.units)} "
            f"(their own: {dict(genome.shape.units)} and {dict(other.shape.units)}). Correct the "
            "shapes in params.yaml."
        )
    kinds = (OWN, *params["controls"], DENSE)
    parts = Parts(checkpoints, len(kinds))
    found = [_genome(genome, pair)]
    for kind in kinds:
        wirings = _wirings(kind, pair, params)
        mask = torch.stack([wiring.mask for wiring in wirings])
        trained = parts.do(partial(_train, inputs, params, shape, mask))
        runs = len(wirings)
        networks = StoredNetworks(
            trained["weights"],
            mask.numpy(),
            trained["initial"],
            np.arange(runs),
            np.ones(runs, dtype=np.int64),
        )
        found.append(
            networks.arrays()
            | {
                "kind": np.full(runs, KINDS.index(kind)),
                "changed": np.array([wiring.changed for wiring in wirings]),
                "retries": trained["retries"],
                "stuck": trained["stuck"].astype(np.bool_),
            }
        )
    return {"model": {name: np.concatenate([one[name] for one in found]) for name in found[0]}}


def _wirings(kind: str, pair: Pair, params: Params) -> list[Wiring]:
    place = (params["root_seed"], *params["seed_names"], "wiring", kind)
    if kind == OWN and params.get("world") == REWIRED:
        kind = REWIRED
    return [wiring_of(kind, pair, generator(*place, run)) for run in range(params["runs"])]


def _genome(genome: LayeredGenome, pair: Pair) -> dict[str, np.ndarray]:
    """Return the genome's own network at the joint shape."""
    mask = wiring_of(OWN, pair, np.random.default_rng(0)).mask  # nothing is drawn
    weights = torch.zeros(pair.shape.weights)
    # units of one activation keep their order, and so do the weights
    weights[mask] = genome.weights[pair.own.mask]
    network = StoredNetworks(
        weights.numpy()[None],
        mask.numpy()[None],
        weights.numpy()[None],
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    nothing = np.zeros(1, dtype=np.int64)
    numbers = {"kind": np.full(1, KINDS.index(GENOME)), "changed": nothing, "retries": nothing}
    return network.arrays() | numbers | {"stuck": np.zeros(1, dtype=np.bool_)}


def _train(
    inputs: Inputs,
    params: Params,
    shape: LayeredShape,
    mask: Bool[Tensor, "run weight"],
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    place = (params["root_seed"], *params["seed_names"])
    recipe = Recipe(**params["recipe"])
    first = torch.empty(mask.shape)

    def begin(run: int, attempt: int) -> tuple[Tensor, np.random.Generator]:
        again = ("attempt", attempt) if attempt else ()
        first[run] = wired_normal(shape, mask[run], generator(*place, "weights", run, *again))
        return first[run], generator(*place, "pixels", run, *again)

    found = train_with_retries(
        shape,
        stacked([read_target(single(inputs, "target"))]),
        begin,
        mask,
        recipe,
        RetryRule(**params["retry"]),
        len(mask),
        np.array([recipe.steps]),
        checkpoints,
    )
    return {
        "weights": found.trained.weights.numpy(),
        "initial": first.numpy(),
        "retries": found.retries,
        "stuck": found.stuck.astype(np.int64),
    }
