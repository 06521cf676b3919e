"""Step ``train``: the attention-only model on fixed pools of labelled sequences, run by run.

Adam on the mean of -log of the weight on the right answer, in passes over the pool, all of it or a
batch in an update. The mixture splits a pool evenly over all hops; hard data alone label the
longest one. Each pool, rate and first scale is a training of its own, which ends when validation
finds no wrong answer in any run: later looks could not be chosen.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition import worlds
from compsparse.studies.composition.attention.model import read_out, theory_keys, written
from compsparse.studies.composition.attention.train_attention_only import logged
from compsparse.studies.composition.samples.pool import Part, between, drawn, weight_on_answers
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import stages_of
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_FLOOR = 1e-6  # under the logarithm: no answer has the weight 0
_BETAS = (0.9, 0.99)
_TESTS = ("validation", "accuracy")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the accuracy of the longest hop, on fresh sequences, by pool, rate, run and look.

    Params: data, mixture or hard_only; pools, their sizes; rates; initial_scales, of the first
    weights; steps, updates; batch, the most sequences of an update; looks; judged, sequences of
    each of two tests.

    ``accuracy`` and ``validation`` [pool, choice, run, look] are shares of right answers on two
    sets of sequences; a choice is a rate and a first scale, ``rate`` and ``scale`` [choice];
    ``pool``, ``step`` [look] and ``hidden`` say of what.
    """
    given = read_named_axes(
        single(inputs, "hidden"), {"hidden": Int64[np.ndarray, "run fold symbol"]}
    )["hidden"]
    task = worlds.Task(params, given)
    hops = layers_needed(given.shape[1])
    labelled = stages_of(params["data"], hops, hops)[0].hops

    def randoms(role: str) -> list[np.random.Generator]:
        names = params["root_seed"], *params["seed_names"], role
        return [generator(*names, run) for run in range(len(given))]

    tests = [task.sequences(randoms(name), params["judged"]) for name in _TESTS]
    largest = drawn(task, randoms("pool"), randoms("token"), max(params["pools"]), labelled)
    normal = [
        np.stack([of.standard_normal((task.tokens, task.tokens)) for of in drawing])
        for drawing in [randoms("weights")]
        for _ in range(hops)
    ]
    choices = [(rate, scale) for scale in params["initial_scales"] for rate in params["rates"]]
    looks = sorted(logged(params["steps"], params["looks"]))
    shape = len(_TESTS), len(params["pools"]), len(choices), len(given), len(looks)
    found = np.empty(shape)
    for a, size in enumerate(params["pools"]):
        batches = _batches(between(largest, 0, size), size, params["batch"])
        for b, (rate, scale) in enumerate(choices):
            weights = _start(task, normal, scale)
            for c in _trained(task, weights, batches, rate, looks):
                for test, (read, answers) in enumerate(tests):
                    scores = _accuracy(task, weights, read, answers[-1])
                    found[test, a, b, :, c:] = scores[:, None]
                if (found[0, a, b, :, c] == 1).all():
                    break
    rates, scales = np.array(choices, dtype=np.float64).T
    return {
        "model": {
            "pool": np.array(params["pools"]),
            "step": np.array(looks),
            "rate": rates,
            "scale": scales,
            "hidden": task.hidden,
            **dict(zip(_TESTS, found, strict=True)),
        }
    }


def _batches(pool: list[Part], size: int, most: int) -> list[list[Part]]:
    """Return a pool of so many sequences in equal batches of at most ``most``."""
    edges = np.linspace(0, size, -(-size // most) + 1).round().astype(np.int64).tolist()
    return [between(pool, *edge) for edge in pairwise(edges)]


def _start(
    task: worlds.Task, normal: list[Float64[np.ndarray, "run token token"]], scale: float
) -> list[Float32[Tensor, "run token token"]]:
    """Return the first weights of each layer."""
    layers = [torch.from_numpy((scale * of).astype(np.float32)) for of in normal]
    keys = theory_keys(torch.from_numpy(task.hidden), len(layers))
    return [layer.requires_grad_() for layer in task.first_layers(layers, keys)]


def _trained(
    task: worlds.Task,
    weights: list[Tensor],
    batches: list[list[Part]],
    rate: float,
    looks: list[int],
) -> Iterator[int]:
    """Train all runs in place; stop at every look, a number of updates, and return its place."""
    optimizer = torch.optim.Adam(weights, lr=rate, betas=_BETAS)
    for step in range(looks[-1] + 1):
        if step in looks:
            yield looks.index(step)
        if step == looks[-1]:
            return
        batch = batches[step % len(batches)]
        size = sum(part.token.shape[1] for part in batch)
        # a sum over runs, so that each is trained as if it were alone
        loss = torch.stack(
            [
                -(weight_on_answers(weights, part, task.read_in(part.hop, len(weights))) + _FLOOR)
                .log()
                .sum()
                for part in batch
            ]
        ).sum()
        optimizer.zero_grad(set_to_none=True)
        (loss / size).backward()  # type: ignore[no-untyped-call]
        optimizer.step()


@torch.no_grad()
def _accuracy(
    task: worlds.Task,
    weights: list[Tensor],
    read: Int64[Tensor, "run judged fold n"],
    answers: Int64[Tensor, "run judged fold n"],
) -> Float64[np.ndarray, " run"]:
    """Return the share of right answers to the longest hop, of all tokens."""
    longest = len(weights) - 1
    out = written(weights, read)[task.read_in(longest, len(weights))]
    right = read_out(out, longest, read.shape[2]).argmax(-1) == answers
    return right.to(torch.float64).mean(dim=(1, 2, 3)).numpy()
