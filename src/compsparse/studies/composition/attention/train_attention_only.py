"""Step ``train``: the attention-only model on one kind of data, at several rates, all runs at once.

Adam on the mean of -log of the weight on the right answer, over all positions of fresh sequences.
A sequence is labelled for one hop; stages are equally long, and split their sequences evenly over
their hops. A model of fewer layers than log2(k) + 1 is read in its last layer for all longer hops.
"""

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.studies.composition import worlds
from compsparse.studies.composition.attention.model import (
    attended,
    read_out,
    theory_keys,
    written,
)
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import stages_of
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_FLOOR = 1e-6  # under the logarithm: no answer has the weight 0
_BETAS = (0.9, 0.99)


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return what each rate and run reached, at steps that are spread logarithmically.

    Params: data; layers; rates; steps; sequences, of a step; initial_scale, of the weights;
    looks, how many; judged, sequences of each look; and, where layers are frozen, frozen, from 0,
    and frozen_scale, of their weights, which stay what they are at the start.

    ``accuracy`` and ``validation`` [rate, run, look, hop] are shares of right answers on two sets
    of sequences; ``step`` [look]; ``recovered`` [rate, run] is the share of tokens from that layer
    1 attends most to where the hidden permutation leads; ``attention`` [rate, run] the same of
    later layers, on sequences, 1 without any; ``first_layer`` [rate, run, token, token] are the
    weights of attention of layer 1, and ``hidden`` is the input's. ``aligned`` [rate, run, look,
    layer] is the share of a layer's query contents whose largest weight is on theory's key.
    """
    given = read_named_axes(
        single(inputs, "hidden"), {"hidden": Int64[np.ndarray, "run fold symbol"]}
    )["hidden"]
    task = worlds.Task(params, given)
    rates, runs = params["rates"], len(given)
    weights = _first_weights(params, task, len(rates))
    looks = logged(params["steps"], params["looks"])
    tests = {
        name: task.sequences(_randoms(params, name, runs), params["judged"])
        for name in ("validation", "accuracy")
    }
    scores: dict[str, list[np.ndarray]] = {name: [] for name in [*tests, "aligned"]}
    keys = theory_keys(torch.from_numpy(task.hidden), params["layers"])
    frozen = params.get("frozen", [])
    randoms = _randoms(params, "sequences", runs)
    hops = layers_needed(given.shape[1])
    stages = stages_of(params["data"], params["layers"], hops)
    optimizer = torch.optim.Adam(
        [{"params": layers, "lr": rate} for layers, rate in zip(weights, rates, strict=True)],
        betas=_BETAS,
    )
    for step in range(params["steps"] + 1):
        if step in looks:
            for name, (read, answers) in tests.items():
                scores[name].append(_accuracy(task, weights, read, answers))
            scores["aligned"].append(_aligned(weights, keys))
        if step == params["steps"]:
            break
        stage = stages[step * len(stages) // params["steps"]]
        for layers in weights:
            for index, layer in enumerate(layers):
                layer.requires_grad_(index in stage.layers and index not in frozen)
        optimizer.zero_grad(set_to_none=True)
        read, answers = task.sequences(randoms, params["sequences"])
        _loss(task, weights, read, answers, stage.hops).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    read, _ = tests["accuracy"]
    with torch.no_grad():
        first, later = _where_attended(weights, read, torch.from_numpy(task.hidden))
        maps = torch.stack([layers[0].softmax(dim=-1) for layers in weights])
    return {
        "model": {
            "step": np.array(sorted(looks)),
            "rate": np.array(rates),
            **{name: np.stack(of, axis=2) for name, of in scores.items()},
            "recovered": first,
            "attention": later,
            "first_layer": maps.numpy(),
            "hidden": task.hidden,
        }
    }


def logged(steps: int, looks: int) -> set[int]:
    """Return about ``looks`` numbers of updates, 0, the last and between them by equal ratios."""
    return {0, *np.geomspace(1, steps, looks).round().astype(np.int64).tolist()}


def _randoms(params: Params, role: str, runs: int) -> list[np.random.Generator]:
    names = params["root_seed"], *params["seed_names"], role
    return [generator(*names, run) for run in range(runs)]


def _first_weights(params: Params, task: worlds.Task, rates: int) -> list[list[Tensor]]:
    """Return the layers [run, token, token] of each rate, alike for all rates."""
    tokens = task.tokens
    drawn = np.stack(
        [
            random.standard_normal((params["layers"], tokens, tokens))
            for random in _randoms(params, "weights", len(task.hidden))
        ],
        axis=1,
    )
    scales = np.full((params["layers"], 1, 1, 1), params["initial_scale"])
    scales[params.get("frozen", [])] = params.get("frozen_scale", params["initial_scale"])
    start = torch.from_numpy((scales * drawn).astype(np.float32))
    keys = theory_keys(torch.from_numpy(task.hidden), params["layers"])
    layers = task.first_layers(list(start), keys)
    return [[layer.clone() for layer in layers] for _ in range(rates)]


def _loss(
    task: worlds.Task,
    weights: list[list[Tensor]],
    read: Int64[Tensor, "run batch fold n"],
    answers: list[Int64[Tensor, "run batch fold n"]],
    hops: tuple[int, ...],
) -> Float32[Tensor, ""]:
    total = torch.zeros(())
    parts = np.array_split(np.arange(read.shape[1]), len(hops))
    for layers in weights:
        outs = written(layers, read)
        for hop, part in zip(hops, parts, strict=True):
            chosen = slice(int(part[0]), int(part[-1]) + 1)
            out = outs[task.read_in(hop, len(outs))][:, chosen]
            right = _weight_on(out, hop, answers[hop][:, chosen])
            # a sum over runs, so that each is trained as if it were alone
            total = total - (right + _FLOOR).log().mean(dim=(1, 2, 3)).sum() * (
                len(part) / read.shape[1]
            )
    return total


def _weight_on(
    out: Float32[Tensor, "run part token token"],
    hop: int,
    answers: Int64[Tensor, "run part fold n"],
) -> Float32[Tensor, "run part fold n"]:
    found = read_out(out, hop, answers.shape[2])
    return found.gather(-1, answers[..., None])[..., 0]


@torch.no_grad()
def _aligned(
    weights: list[list[Tensor]], keys: list[Int64[Tensor, "run token"]]
) -> Float64[np.ndarray, "rate run layer"]:
    """Return the share of query contents of each layer whose largest weight is on theory's key."""
    found = [
        torch.stack(
            [
                (layer.argmax(-1) == key).to(torch.float64).mean(-1)
                for layer, key in zip(layers, keys, strict=True)
            ],
            dim=-1,
        )
        for layers in weights
    ]
    return torch.stack(found).numpy()


@torch.no_grad()
def _accuracy(
    task: worlds.Task,
    weights: list[list[Tensor]],
    read: Int64[Tensor, "run batch fold n"],
    answers: list[Int64[Tensor, "run batch fold n"]],
) -> Float64[np.ndarray, "rate run hop"]:
    found = []
    for layers in weights:
        outs = written(layers, read)
        shares = [
            (read_out(outs[task.read_in(hop, len(outs))], hop, right.shape[2]).argmax(-1) == right)
            .to(torch.float64)
            .mean(dim=(1, 2, 3))
            for hop, right in enumerate(answers)
        ]
        found.append(torch.stack(shares, dim=-1))
    return torch.stack(found).numpy()


def _where_attended(
    weights: list[list[Tensor]],
    read: Int64[Tensor, "run batch fold n"],
    hidden: Int64[Tensor, "run fold n"],
) -> tuple[Float64[np.ndarray, "rate run"], Float64[np.ndarray, "rate run"]]:
    """Return the shares of tokens that attend most to where theory says: layer 1, later ones."""
    first, later = [], []
    for layers in weights:
        keys = theory_keys(hidden, len(layers))
        looked = attended(layers, read)
        first.append((layers[0].argmax(-1) == keys[0]).to(torch.float64).mean(-1))
        shares = [torch.ones(len(hidden), dtype=torch.float64)]
        for index in range(1, len(layers)):
            # a query holds, most of all, one pair; theory says which key that pair asks for
            held = looked[index - 1][1].argmax(-1)
            wanted = keys[index][:, None].expand(-1, held.shape[1], -1).gather(-1, held)
            right = (looked[index][0].argmax(-1) == wanted).to(torch.float64)
            shares.append(right.mean(dim=(1, 2)))
        later.append(torch.stack(shares[1:] or shares).mean(0))
    return torch.stack(first).numpy(), torch.stack(later).numpy()
