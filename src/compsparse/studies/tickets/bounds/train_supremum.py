"""Step ``train``: how well networks of bounded norms can follow random signs.

The largest value of (1/N) sum_i s_i h(x_i) over all networks h of one wiring, from below, since a
better network may have been missed. Outputs grow as the product of the norms, so that all norms are
1 here. Each step goes a share of the way to the direction of the gradient and back to norm 1, as a
power iteration does, which finds far larger values than Adam put back to the bound.
"""

import numpy as np
import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.wired.ensemble import Ensemble, initialize, parameters_of
from compsparse.studies.tickets.wired.generate_examples import ARRAYS
from compsparse.studies.tickets.wired.shape import Shape, order_of, shape_of
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

CONSTRAINTS = ("layers", "nodes")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``layers`` and ``nodes`` [run, sign, restart], largest values that were found.

    ``layers``: the Frobenius norm of every level's matrix is 1; ``nodes``: of every node's weights.
    Signs are the same for all wirings, so that those of two are compared on the same ones.

    Inputs: examples.

    Params: wiring, channels; examples, N; signs and restarts, numbers of them; steps; share, of
    the way in each; sign_names, names of the generators of signs.
    """
    arrays = read_named_axes(single(inputs, "examples"), ARRAYS)["inputs"]
    runs, _, variables = arrays.shape
    order = order_of(params["wiring"], variables)
    read = torch.from_numpy(np.ascontiguousarray(arrays[:, : params["examples"]][:, :, order]))
    shape = shape_of(params["wiring"], variables, params["channels"])
    rows = [
        (run, sign, restart)
        for run in range(runs)
        for sign in range(params["signs"])
        for restart in range(params["restarts"])
    ]
    signs = torch.from_numpy(
        np.stack([_signs(params, run, sign).astype(np.float32) for run, sign, _ in rows])
    )
    points = read[[run for run, *_ in rows]].mT.contiguous()
    size = (runs, params["signs"], params["restarts"])
    found: dict[str, np.ndarray] = {}
    for constraint in CONSTRAINTS[::-1]:
        if constraint == "layers" and all(level.modules == 1 for level in shape.levels):
            # the same networks, all of whose weights are smaller
            copies = np.prod([level.nodes for level in shape.levels])
            found[constraint] = found["nodes"] / copies**0.5
            continue
        names = params["root_seed"], *params["seed_names"], constraint
        randoms = [generator(*names, *row) for row in rows]
        found[constraint] = _largest(shape, points, signs, randoms, params, constraint).reshape(
            size
        )
    return {"model": found}


def _signs(params: Params, run: int, sign: int) -> Float64[np.ndarray, " example"]:
    random = generator(params["root_seed"], *params["sign_names"], run, sign)
    return np.asarray(random.choice([-1.0, 1.0], params["examples"]))


def _largest(
    shape: Shape,
    points: Float32[Tensor, "row d example"],
    signs: Float32[Tensor, "row example"],
    randoms: list[np.random.Generator],
    params: Params,
    constraint: str,
) -> Float64[np.ndarray, " row"]:
    parameters = parameters_of(shape, len(randoms))
    gradient = parameters.zeros_like()
    initialize(parameters, shape, randoms)
    network, share = Ensemble(shape, parameters, gradient), params["share"]
    slope = signs / signs.shape[1]
    with torch.inference_mode():
        put_back(parameters, shape, constraint)
        for _ in range(params["steps"]):
            network.predict(points)
            network.backward(slope)
            put_back(gradient, shape, constraint)
            parameters.flat.mul_(1 - share).add_(gradient.flat, alpha=share)
            put_back(parameters, shape, constraint)
        return (network.predict(points) * signs).double().mean(dim=1).numpy()


def put_back(parameters: Parameters, shape: Shape, constraint: str) -> None:
    """Scale weights in place so that norms are 1, of every level's matrix or of every node."""
    for place, level in enumerate(shape.levels):
        weights = parameters.views[f"weights_{place}"]
        axes = (1, 2, 3) if constraint == "layers" else (2, 3)
        norms = weights.square().sum(dim=axes, keepdim=True).sqrt_()
        if constraint == "layers":
            norms.mul_((level.nodes / level.modules) ** 0.5)
        weights.div_(norms.clamp_(min=1e-30))
