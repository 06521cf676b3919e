"""Step ``train``: the attention-only model on windows of an automaton, all rates and runs at once.

Adam on the mean of -log of the weight on the right state, over all indices and first states of
fresh words. The mixture splits the words of a step evenly over windows of 1, 2, 4, ..., T symbols,
hard data alone are whole words, from every index.
"""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition.attention.model import read_out
from compsparse.studies.composition.attention.train_attention_only import logged
from compsparse.studies.composition.parallel_tasks.model import shapes, theory_keys, written
from compsparse.studies.composition.parallel_tasks.words import Words
from compsparse.studies.composition.task.labels import stages_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

_FLOOR = 1e-6  # under the logarithm: no answer has the weight 0
_BETAS = (0.9, 0.99)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what each rate and run reached, at steps that are spread logarithmically.

    Params: transitions; length; data, mixture or hard_only; runs; rates; steps; sequences, of a
    step; initial_scale, of the weights; looks, how many; judged, words of each look.

    ``accuracy`` and ``validation`` [rate, run, look, hop] are shares of right states on two sets of
    words; ``step`` [look]; ``transitions`` [symbol, state] are the parameter.
    """
    task = Words(params)
    rates = params["rates"]
    weights = _first_weights(params, task)
    looks = logged(params["steps"], params["looks"])
    tests = {
        name: task.sequences(_randoms(params, name), params["judged"])
        for name in ("validation", "accuracy")
    }
    scores: dict[str, list[np.ndarray]] = {name: [] for name in tests}
    randoms = _randoms(params, "sequences")
    (stage,) = stages_of(params["data"], task.hops, task.hops)
    optimizer = torch.optim.Adam(
        [{"params": layers, "lr": rate} for layers, rate in zip(weights, rates, strict=True)],
        betas=_BETAS,
    )
    for step in range(params["steps"] + 1):
        if step in looks:
            for name, (words, answers) in tests.items():
                scores[name].append(_accuracy(task, weights, words, answers))
        if step == params["steps"]:
            break
        optimizer.zero_grad(set_to_none=True)
        words, answers = task.sequences(randoms, params["sequences"])
        _loss(task, weights, words, answers, stage.hops).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return {
        "model": {
            "step": np.array(sorted(looks)),
            "rate": np.array(rates),
            **{name: np.stack(of, axis=2) for name, of in scores.items()},
            "transitions": task.table,
        }
    }


def _randoms(params: Params, role: str) -> list[np.random.Generator]:
    names = params["root_seed"], *params["seed_names"], role
    return [generator(*names, run) for run in range(params["runs"])]


def _first_weights(params: Params, task: Words) -> list[list[Tensor]]:
    """Return the layers of each rate, alike for all rates."""
    symbols, states = task.table.shape
    parts = shapes(task.length, symbols, states, task.hops)
    drawn = [[of.standard_normal(part) for part in parts] for of in _randoms(params, "weights")]
    start = [
        torch.from_numpy((params["initial_scale"] * np.stack(layer)).astype(np.float32))
        for layer in zip(*drawn, strict=True)
    ]
    layers = task.first_layers(start, theory_keys(task.table, task.length, task.hops))
    return [[layer.clone().requires_grad_() for layer in layers] for _ in params["rates"]]


def _loss(
    task: Words,
    weights: list[list[Tensor]],
    words: Int64[Tensor, "run batch t"],
    answers: list[Int64[Tensor, "run batch t state"]],
    hops: tuple[int, ...],
) -> Float32[Tensor, ""]:
    total = torch.zeros(())
    parts = np.array_split(np.arange(words.shape[1]), len(hops))
    for layers in weights:
        outs = written(layers, words)
        for hop, part in zip(hops, parts, strict=True):
            chosen = slice(int(part[0]), int(part[-1]) + 1)
            found = read_out(outs[task.read_in(hop)][:, chosen], hop, task.length)
            right = found.gather(-1, answers[hop][:, chosen, ..., None])
            # a sum over runs, so that each is trained as if it were alone
            share = len(part) / words.shape[1]
            total = total - (right + _FLOOR).log().mean(dim=(1, 2, 3, 4)).sum() * share
    return total


@torch.no_grad()
def _accuracy(
    task: Words,
    weights: list[list[Tensor]],
    words: Int64[Tensor, "run batch t"],
    answers: list[Int64[Tensor, "run batch t state"]],
) -> Float64[np.ndarray, "rate run hop"]:
    found = []
    for layers in weights:
        outs = written(layers, words)
        shares = [
            (read_out(outs[task.read_in(hop)], hop, task.length).argmax(-1) == right)
            .to(torch.float64)
            .mean(dim=(1, 2, 3))
            for hop, right in enumerate(answers)
        ]
        found.append(torch.stack(shares, dim=-1))
    return torch.stack(found).numpy()
