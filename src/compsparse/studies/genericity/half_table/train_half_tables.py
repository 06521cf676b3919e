"""Step ``train``: Boolean functions on n bits, from half of their values."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

from compsparse.studies.genericity.learning.network import Networks
from compsparse.studies.genericity.target.table import majority
from compsparse.studies.genericity.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

_TOGETHER = 16  # steps that networks take before others have their turn


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    bits: int,
    functions: int,
    width: int,
    rates: Sequence[float],
    steps: int,
    batch: int,
    runs: int,
    world: World = "none",
) -> Outputs:
    """Return shares of values whose sign is right, after the last step.

    ``train``, ``validation`` and ``test`` [run, target, rate]: three eighths of the table, an
    eighth, and the other half, the same for all targets of a run. Targets are so many random
    functions, then majority, then parity.
    """
    points = np.arange(2**bits)
    x = (1.0 - 2.0 * ((points[:, None] >> np.arange(bits)) & 1)).astype(np.float32)
    roles = np.split(points, [len(points) * 3 // 8, len(points) // 2])
    number = functions + 2
    column = np.tile(np.array(rates, dtype=np.float32), number)[:, None]
    found = np.empty((len(roles), runs, number, len(rates)))
    for replicate in range(runs):

        def draw(*names: str | int, run: int = replicate) -> np.random.Generator:
            return generator(root_seed, *seed_names, run, *names)

        values = _targets(bits, functions, x, draw("functions"), world)
        rows = np.repeat(values, len(rates), axis=0).astype(np.float32)
        order = draw("split").permutation(points)
        weights = [draw("weights", network) for network in range(len(rows))]
        network = Networks(bits, width, weights)
        random = draw("batches")
        chosen = order[random.choice(roles[0], (steps, batch))]
        for start in range(0, steps, _TOGETHER):
            batches = chosen[start : start + _TOGETHER]
            network.learn(x[batches], rows[:, batches], column)
        right = (np.sign(network.predict(x)) == rows)[:, order]
        for role, places in enumerate(roles):
            found[role, replicate] = right[:, places].mean(axis=1).reshape(number, -1)
    names = ("train", "validation", "test")
    return {"model": {**dict(zip(names, found, strict=True)), "rates": np.array(rates)}}


def _targets(
    bits: int,
    functions: int,
    x: np.ndarray,
    random: np.random.Generator,
    world: World,
) -> Float64[np.ndarray, "target point"]:
    signs = random.choice([-1.0, 1.0], (functions, 2**bits))
    targets = np.stack([*signs, majority(bits), x.prod(axis=1)])
    if world == "shuffled":
        return random.permuted(targets, axis=1)
    if world == "linear":
        return np.tile(x[:, 0].astype(np.float64), (len(targets), 1))
    return targets
