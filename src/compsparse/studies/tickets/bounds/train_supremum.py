"""Step ``train``: how well networks of bounded norms can follow random signs.

The supremum of (1/N) sum_i s_i h(x_i) over all networks h of one wiring, estimated from below:
optimization may miss a better network. Outputs are proportional to the product of the norms, so
all norms are 1. Each step moves a fraction of the way towards the direction of the gradient and
rescales to norm 1, as in power iteration; this finds far larger values than projected Adam.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import torch
from jaxtyping import Float32, Float64
from torch import Tensor

from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import Shape
from compsparse.studies.tickets.wired.generate_examples import ARRAYS
from compsparse.studies.tickets.wired.shape import Wiring, network_shape, variable_order
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

Constraint = Literal["layers", "nodes"]


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    sign_names: Sequence[str],
    wiring: Wiring,
    channels: int,
    examples: int,
    signs: int,
    restarts: int,
    steps: int,
    share: float,
) -> Outputs:
    """Return ``layers`` and ``nodes`` [run, sign, restart], the largest values found.

    ``layers``: the Frobenius norm of every level's matrix is 1; ``nodes``: that of every node's
    weights.

    Inputs: examples.

    Args:
        sign_names: seed names of the signs, which are the same for all wirings.
        examples: N.
        signs: number of sign vectors.
        restarts: number of first weights for each.
        share: fraction of the way that each step moves.
    """
    arrays = read_named_axes(single(inputs, "examples"), ARRAYS)["inputs"]
    runs, _, variables = arrays.shape
    order = variable_order(wiring, variables)
    read = torch.from_numpy(np.ascontiguousarray(arrays[:, :examples][:, :, order]))
    shape = network_shape(wiring, variables, channels)
    size = runs, signs, restarts
    rows = list(np.ndindex(size))
    drawn = [sign_vector(root_seed, sign_names, run, sign, examples) for run, sign, _ in rows]
    vectors = torch.from_numpy(np.stack(drawn).astype(np.float32))
    points = read[[run for run, *_ in rows]].mT.contiguous()

    def largest(constraint: Constraint) -> np.ndarray:
        randoms = [generator(root_seed, *seed_names, constraint, *row) for row in rows]
        parameters = zero_parameters(shape, len(rows))
        initialize(parameters, shape, randoms)
        return _largest(shape, parameters, points, vectors, constraint, steps, share).reshape(size)

    nodes = largest("nodes")
    if all(level.modules == 1 for level in shape.levels):
        # the same networks with all weights smaller: every node has the norm of its level
        copies = np.prod([level.nodes for level in shape.levels])
        return {"model": {"nodes": nodes, "layers": nodes / copies**0.5}}
    return {"model": {"nodes": nodes, "layers": largest("layers")}}


def sign_vector(
    root_seed: int, names: Sequence[str], run: int, sign: int, examples: int
) -> Float64[np.ndarray, " example"]:
    """Return random signs; ``names`` are those of their generator."""
    random = generator(root_seed, *names, run, sign)
    return np.asarray(random.choice([-1.0, 1.0], examples))


def _largest(
    shape: Shape,
    parameters: Parameters,
    points: Float32[Tensor, "row d example"],
    signs: Float32[Tensor, "row example"],
    constraint: Constraint,
    steps: int,
    share: float,
) -> Float64[np.ndarray, " row"]:
    network = Ensemble(shape, parameters, batch=signs.shape[1])
    gradient = network.gradient
    slope = signs / signs.shape[1]
    with torch.inference_mode():
        normalize(parameters, shape, constraint)
        for _ in range(steps):
            network.forward(points)
            network.backward(slope)
            normalize(gradient, shape, constraint)
            parameters.flat.mul_(1 - share).add_(gradient.flat, alpha=share)
            normalize(parameters, shape, constraint)
        return (network.predict(points) * signs).double().mean(dim=1).numpy()


def normalize(parameters: Parameters, shape: Shape, constraint: Constraint) -> None:
    """Scale weights in place to norms of 1, of every level's matrix or of every node."""
    for place, level in enumerate(shape.levels):
        weights = parameters.views[f"weights_{place}"]
        axes = (1, 2, 3) if constraint == "layers" else (2, 3)
        squares = weights.square().sum(dim=axes, keepdim=True)
        norms = torch.from_numpy(np.sqrt(squares.numpy()))  # torch's root depends on the processor
        if constraint == "layers":
            norms.mul_((level.nodes / level.modules) ** 0.5)
        weights.div_(norms.clamp_(min=1e-30))
