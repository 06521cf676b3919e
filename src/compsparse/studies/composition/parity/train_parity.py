"""Step ``train``: ReLU networks on k-sparse parity, in one pass over fresh examples.

Adam on the logistic loss of every label. The mixture labels products of fewer inputs beside the
parity, hard data alone the parity; all else is the same. A training ends when validation finds at
most 1 % wrong in every run.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812, the name it has everywhere
from jaxtyping import Float64
from torch import Tensor

from compsparse.studies.composition.attention.training import log_spaced
from compsparse.studies.composition.growth import size_at_level
from compsparse.studies.composition.parity.examples import draw_examples, labelled_degrees
from compsparse.studies.composition.parity.network import first_weights, map_sizes, outputs
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

    def drawn(randoms: list[np.random.Generator], number: int) -> tuple[Tensor, Tensor]:
        return draw_examples(randoms, number, inputs, degree, world)

    tests = [drawn(seeds.generators(name), judged) for name in _TESTS]
    labelled = {"mixture": slice(None), "hard_only": slice(-1, None)}[data]
    maps = map_sizes(inputs, width, layers, len(labelled_degrees(degree)))
    counts = log_spaced(steps, looks)[1:]
    found = np.empty((len(_TESTS), len(rates), runs, len(counts)))
    soonest = np.full(runs, np.inf)
    for place, rate in enumerate(rates):
        start = first_weights(maps, seeds.generators("weights"))
        weights = [layer.requires_grad_() for layer in start]
        optimizer = torch.optim.Adam(weights, lr=rate, fused=True)
        stream = seeds.generators("examples")
        for step in range(1, steps + 1):
            x, labels = drawn(stream, examples)
            margin = (outputs(weights, x) * labels)[..., labelled]
            optimizer.zero_grad(set_to_none=True)
            # a sum over runs, so that each is trained as if it were alone
            loss = F.softplus(-margin).mean() * runs
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            if step in counts:
                scores = np.stack([_accuracy(weights, *test) for test in tests])
                found[:, place, :, counts.index(step) :] = scores[..., None]
                if (scores[0] >= _DONE).all() or step >= soonest.max():
                    break
        waits = [size_at_level(np.array(counts), curve, learned) for curve in found[0, place]]
        soonest = np.fmin(soonest, waits)
    return {
        "model": {
            "step": np.array(counts),
            "rate": np.array(rates, dtype=np.float64),
            **dict(zip(_TESTS, found, strict=True)),
        }
    }


@torch.no_grad()
def _accuracy(weights: list[Tensor], x: Tensor, labels: Tensor) -> Float64[np.ndarray, " run"]:
    right = (outputs(weights, x) * labels)[..., -1] > 0
    return right.to(torch.float64).mean(dim=1).numpy()
