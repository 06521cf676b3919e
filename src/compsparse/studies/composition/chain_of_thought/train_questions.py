"""Step ``train``: sequences that ask one question each, k hops from (1, x), all runs at once.

What is taught is one of three:

- ``chain``: one layer in k steps; every step's symbol is a label, and the steps before are told.
- ``unlabelled_chain``: one layer in k steps; the answer is the only label.
- ``answer``: log2(k) + 1 layers in one step; the answer is the only label.

Adam on -log of the weight on the right symbol, the mean over labels. Whatever is taught, answers
are judged without help: symbol by symbol, each generated from the one before, or in one step.
"""

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition import worlds
from compsparse.studies.composition.attention.model import theory_keys, written
from compsparse.studies.composition.chain_of_thought.stepping_model import generated, told, unrolled
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_FLOOR = 1e-6  # under the logarithm: no answer has the weight 0
_BETAS = (0.9, 0.99)
_TESTS = ("validation", "accuracy")

# of runs, or of models: those of all rates
Questions = tuple[
    Int64[Tensor, "_ batch fold n"],
    Int64[Tensor, "_ batch"],
    Int64[Tensor, "_ batch fold"],
]


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what each rate and run reached, at steps that are spread logarithmically.

    Params: taught; rates; steps; sequences, of a step; initial_scale, of the weights; looks, how
    many; judged, sequences of each look, of which every (1, x) is asked.

    ``accuracy`` and ``validation`` [rate, run, look] are shares of right answers on two sets of
    questions; ``step``, ``sequences`` and ``labels`` [look] count what was seen before a look.
    """
    given = read_named_axes(
        single(inputs, "hidden"), {"hidden": Int64[np.ndarray, "run fold symbol"]}
    )["hidden"]
    task = worlds.Task(params, given)
    taught, rates, runs = params["taught"], params["rates"], len(given)
    weights = _first_weights(params, task)
    optimizer = torch.optim.Adam(
        [{"params": layers, "lr": rate} for layers, rate in zip(weights, rates, strict=True)],
        betas=_BETAS,
    )
    tests = {
        name: _all_questions(task, _randoms(params, name, runs), params["judged"])
        for name in _TESTS
    }
    scores: dict[str, list[np.ndarray]] = {name: [] for name in _TESTS}
    looks = sorted({0, *_spread(params["steps"], params["looks"])})
    randoms = _randoms(params, "questions", runs)
    for step in range(params["steps"] + 1):
        if step in looks:
            for name, questions in tests.items():
                scores[name].append(_accuracy(task, taught, weights, questions))
        if step == params["steps"]:
            break
        optimizer.zero_grad(set_to_none=True)
        questions = _questions(task, randoms, params["sequences"])
        right = _weight_on_labels(
            task, taught, _side_by_side(weights), _repeated(questions, len(rates))
        )
        # a sum over models, so that each is trained as if it were alone
        loss = -(right + _FLOOR).log().mean(dim=(1, 2)).sum()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    seen = params["sequences"] * np.array(looks)
    return {
        "model": {
            "step": np.array(looks),
            "sequences": seen,
            "labels": seen * (given.shape[1] if taught == "chain" else 1),
            "rate": np.array(rates, dtype=np.float64),
            "symbols": np.array(given.shape[2]),
            **{name: np.stack(of, axis=-1) for name, of in scores.items()},
        }
    }


def _spread(steps: int, looks: int) -> list[int]:
    """Return numbers of updates from 1 to all, by equal ratios."""
    spread: list[int] = np.geomspace(1, steps, looks).round().astype(np.int64).tolist()
    return spread


def _randoms(params: Params, role: str, runs: int) -> list[np.random.Generator]:
    names = params["root_seed"], *params["seed_names"], role
    return [generator(*names, run) for run in range(runs)]


def _questions(task: worlds.Task, randoms: list[np.random.Generator], number: int) -> Questions:
    """Return what is read, the x of each sequence's question, and the chain of its symbols."""
    read, answers = task.sequences(randoms, number)
    start = np.stack([random.integers(read.shape[-1], size=number) for random in randoms])
    return read, torch.from_numpy(start), task.chains(answers, start)


def _all_questions(task: worlds.Task, randoms: list[np.random.Generator], number: int) -> Questions:
    """Return every (1, x) of each sequence: one guess for all of them is right once in N."""
    read, answers = task.sequences(randoms, number)
    runs, _, _, symbols = read.shape
    start = np.tile(np.arange(symbols), (runs, number))
    answers = [of.repeat_interleave(symbols, dim=1) for of in answers]
    asked = read.repeat_interleave(symbols, dim=1)
    return asked, torch.from_numpy(start), task.chains(answers, start)


def _first_weights(params: Params, task: worlds.Task) -> list[list[Tensor]]:
    """Return the layers [run, token, token] of each rate, alike for all rates."""
    runs, folds, _ = task.hidden.shape
    one = params["taught"] != "answer"
    layers = 1 if one else layers_needed(folds)
    drawn = np.stack(
        [
            random.standard_normal((layers, task.tokens, task.tokens))
            for random in _randoms(params, "weights", runs)
        ],
        axis=1,
    )
    start = list(torch.from_numpy((params["initial_scale"] * drawn).astype(np.float32)))
    keys = theory_keys(torch.from_numpy(task.hidden), layers)
    if one:
        # rows of an index are to a step what a layer is to a model of several
        rows, wanted = (of.tensor_split(folds, dim=1) for of in (start[0], keys[0]))
        parts = task.first_layers(list(rows), list(wanted))
        start = [torch.cat(parts, dim=1)]
    else:
        start = task.first_layers(start, keys)
    return [[layer.clone().requires_grad_() for layer in start] for _ in params["rates"]]


def _side_by_side(weights: list[list[Tensor]]) -> list[Float32[Tensor, "model token token"]]:
    """Return the layers of all rates and runs."""
    return [torch.cat(layers) for layers in zip(*weights, strict=True)]


def _repeated(questions: Questions, rates: int) -> Questions:
    """Return the same questions for each rate."""
    read, start, chain = (of.repeat(rates, *[1] * (of.dim() - 1)) for of in questions)
    return read, start, chain


def _answered(
    task: worlds.Task,
    layers: list[Float32[Tensor, "model token token"]],
    read: Int64[Tensor, "model batch fold n"],
    start: Int64[Tensor, "model batch"],
) -> Float32[Tensor, "model batch n"]:
    """Return the weights on the answer that several layers write in one step.

    The last layer is taken at the question's token alone.
    """
    folds, symbols = read.shape[2:]
    hop = layers_needed(folds) - 1
    asked = start[..., None, None].expand(-1, -1, 1, folds * symbols)
    before = written(layers[:-1], read)
    outs = [of.gather(2, asked) for of in before]
    outs.append((outs[-1] @ layers[-1][:, None]).softmax(dim=-1) @ before[-1])
    # k hops from the first index end at the last one
    return outs[task.read_in(hop, len(layers))][:, :, 0, -symbols:]


def _weight_on_labels(
    task: worlds.Task,
    taught: str,
    layers: list[Float32[Tensor, "model token token"]],
    questions: Questions,
) -> Float32[Tensor, "model batch label"]:
    read, start, chain = questions
    if taught == "chain":
        return told(layers[0], read, start, chain)
    if taught == "unlabelled_chain":
        weights = unrolled(layers[0], read, start)
    else:
        weights = _answered(task, layers, read, start)
    return weights.gather(-1, chain[..., -1:])


@torch.no_grad()
def _accuracy(
    task: worlds.Task, taught: str, weights: list[list[Tensor]], questions: Questions
) -> Float64[np.ndarray, "rate run"]:
    layers = _side_by_side(weights)
    read, start, chain = _repeated(questions, len(weights))
    right: Bool[Tensor, "model batch"]
    if taught == "answer":
        right = _answered(task, layers, read, start).argmax(dim=-1) == chain[..., -1]
    elif taught == "chain":
        right = generated(layers[0], read, start)[..., -1] == chain[..., -1]
    else:
        right = unrolled(layers[0], read, start).argmax(dim=-1) == chain[..., -1]
    shares: np.ndarray = right.to(torch.float64).mean(dim=1).reshape(len(weights), -1).numpy()
    return shares
