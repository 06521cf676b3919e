"""Step ``train``: ReLU networks on k-sparse parity, in one pass over fresh examples.

Adam on the logistic loss of every label. The mixture labels products of fewer inputs beside the
parity, hard data alone the parity; all else is the same. All rates and runs are trained side by
side. A network ends when validation finds at most 1 % wrong, or when another rate of its run has
learned before it, so that it cannot be chosen.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64, Int64

from compsparse.ensembles.stacked_adam import StackedAdam
from compsparse.studies.composition.attention.training import log_spaced
from compsparse.studies.composition.parity.examples import draw_examples, labelled_degrees
from compsparse.studies.composition.parity.network import (
    Networks,
    Signs,
    first_weights,
    map_sizes,
)
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.worlds import World
from workflow_engine.steps import Inputs, Outputs

_TESTS = ("validation", "accuracy")
_DONE = 0.99


def run(
    files: Inputs,
    /,
    *,
    data: Literal["mixture", "hard_only"],
    degree: int,
    inputs: int,
    runs: int,
    rates: Sequence[float],
    steps: int,
    examples: int,
    width: int,
    layers: int,
    looks: int,
    judged: int,
    learned: float,
    root_seed: int,
    seed_names: Sequence[str],
    world: World = "none",
) -> Outputs:
    """Return accuracy and validation of the parity, [rate, run, look].

    ``step`` [look] counts updates; a training that ended early keeps its last scores.

    Args:
        degree: k, inputs that matter.
        inputs: d.
        examples: batch size.
        width: hidden units of a layer.
        layers: hidden ones.
        judged: examples of each of the two sets.
        learned: validation accuracy that counts as learned.
    """
    seeds = Seeds(root_seed, seed_names, runs)

    def drawn(randoms: list[np.random.Generator], number: int) -> tuple[Signs, Signs]:
        return draw_examples(randoms, number, inputs, degree, world)

    tests = [drawn(seeds.generators(name), judged) for name in _TESTS]
    labelled = {"mixture": slice(None), "hard_only": slice(-1, None)}[data]
    maps = map_sizes(inputs, width, layers, len(labelled_degrees(degree)))
    counts = log_spaced(steps, looks)[1:]
    found = np.empty((len(_TESTS), len(rates), runs, len(counts)))
    # a row for each rate and run
    rate, run = np.indices((len(rates), runs)).reshape(2, -1)
    first = np.stack([first_weights(maps, random) for random in seeds.generators("weights")])
    networks = Networks(maps, first[run])
    optimizer = StackedAdam(networks.weights)
    paces = np.array(rates, dtype=np.float32)[:, None]
    stream = seeds.generators("examples")
    has_learned = np.zeros((len(rates), runs), dtype=bool)
    for step in range(1, steps + 1):
        x, labels = (part[run] for part in drawn(stream, examples))
        optimizer.step(networks.gradient(x, labels, labelled), paces[rate])
        if step not in counts:
            continue
        scores = np.stack([_accuracy(networks, *test, run) for test in tests])
        found[:, rate, run, counts.index(step) :] = scores[..., None]
        others = np.asarray(has_learned.any(axis=0))
        before = others[run] & ~has_learned[rate, run]
        has_learned[rate, run] |= scores[0] >= learned
        going = ~before & (scores[0] < _DONE)
        rate, run = rate[going], run[going]
        if not going.any():
            break
        if not going.all():
            optimizer.keep(going)
            networks.keep(going, optimizer.parameters)
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates, dtype=np.float64),
            **dict(zip(_TESTS, found, strict=True)),
        }
    }


def _accuracy(
    networks: Networks,
    x: Float[np.ndarray, "run example d"],
    labels: Float[np.ndarray, "run example label"],
    run: Int64[np.ndarray, " net"],
) -> Float64[np.ndarray, " net"]:
    right = networks.outputs(x[run])[..., -1] * labels[run][..., -1] > 0
    return np.asarray(right.mean(axis=1, dtype=np.float64))
