"""Step ``train``: the transformer on one kind of data at one rate, all runs side by side.

Adam on the cross-entropy of every labelled hop at every position of fresh sequences. The mixture
labels all hops, hard data alone the longest one; so a step has as many labels of the longest hop
either way. Stages of a curriculum are equally long, and all weights are trained in each. Rates rise
over the first steps and fall evenly over the last share of them.
"""

import numpy as np
import torch
from jaxtyping import Float64, Int64
from torch import Tensor

from compsparse.studies.composition import worlds
from compsparse.studies.composition.task.hops import layers_needed
from compsparse.studies.composition.task.labels import stages_of
from compsparse.studies.composition.transformer.gradient import Gradient
from compsparse.studies.composition.transformer.model import Shape, first_weights, logits
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_BETAS = (0.9, 0.98)
_TESTS = ("validation", "accuracy")


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return accuracy and validation [rate, run, look, hop], of one rate, at even distances.

    Params: data, a word of ``stages_of``; rate; steps; warm_up, steps; decay, share of steps;
    sequences, of a step; layers, width and heads of the model; looks; judged, sequences of each.
    reading, as of ``read_in``: in the last layer where it is not said. initial_scale, a factor of
    all first weights: 1 where it is not said.
    """
    given = read_named_axes(
        single(inputs, "hidden"), {"hidden": Int64[np.ndarray, "run fold symbol"]}
    )["hidden"]
    task = worlds.Task(params, given)
    hops = layers_needed(given.shape[1])
    folds, symbols = given.shape[1:]
    layers = params["layers"]
    reading = read_in(params.get("reading", "last_layer"), task, layers, hops)
    shape = Shape(folds, symbols, hops, layers, params["width"], params["heads"], reading)

    def randoms(role: str) -> list[np.random.Generator]:
        names = params["root_seed"], *params["seed_names"], role
        return [generator(*names, run) for run in range(len(given))]

    scale = params.get("initial_scale", 1.0)
    weights = scale * first_weights(shape, randoms("weights"))
    gradient = Gradient(shape, len(given), params["sequences"])
    optimizer = torch.optim.Adam([weights], betas=_BETAS, fused=True)
    tests = {name: task.sequences(randoms(name), params["judged"]) for name in _TESTS}
    scores: dict[str, list[np.ndarray]] = {name: [] for name in _TESTS}
    looks = np.linspace(0, params["steps"], params["looks"]).round().astype(np.int64)
    stages = stages_of(params["data"], layers, hops)
    drawn = randoms("sequences")
    for step in range(params["steps"] + 1):
        if step in looks:
            for name, (read, answers) in tests.items():
                scores[name].append(_accuracy(shape, weights, read, answers))
        if step == params["steps"]:
            break
        labelled = stages[step * len(stages) // params["steps"]].hops
        optimizer.param_groups[0]["lr"] = params["rate"] * pace(step, params)
        read, answers = task.sequences(drawn, params["sequences"])
        # hops that a stage labels are neighbours
        weights.grad = gradient(weights, read, answers, slice(labelled[0], labelled[-1] + 1))
        optimizer.step()
    histories = {name: np.stack(of, axis=1)[None] for name, of in scores.items()}
    rate = np.array([params["rate"]], dtype=np.float64)
    return {"model": {"step": looks, "rate": rate, "hidden": given, **histories}}


def read_in(reading: str, task: worlds.Task, layers: int, hops: int) -> tuple[int, ...]:
    """Return the layer, from 0, after that each hop is read.

    Args:
        reading: ``last_layer``; ``layer_wise``, 2^l hops after layer l + 1 or where the world says;
            or ``wrong_layers``, the same but for the shorter hops, which change places: the longest
            one is still read where it can be known.
        task: whose world is honoured.
        layers: of the model.
        hops: how many are read.

    Raises:
        ValueError: another word, or fewer than two hops to change places.
    """
    own = tuple(task.read_in(hop, layers) for hop in range(hops))
    if reading == "last_layer":
        return (layers - 1,) * hops
    if reading == "layer_wise":
        return own
    if reading == "wrong_layers":
        if hops < 3:
            raise ValueError("Wrong layers need two hops beside the longest one: k of at least 4.")
        return (*own[-2::-1], own[-1])
    raise ValueError(
        f"The reading {reading!r} is unknown; allowed: last_layer, layer_wise, wrong_layers."
    )


def pace(step: int, params: Params) -> float:
    """Return the share of the rate that a step takes: it rises, stays at 1 and falls evenly."""
    left: float = (params["steps"] - step) / (params["decay"] * params["steps"])
    rising: float = (step + 1) / params["warm_up"]
    return min(1.0, rising, left)


@torch.no_grad()
def _accuracy(
    shape: Shape,
    weights: Tensor,
    read: Int64[Tensor, "run batch fold n"],
    answers: list[Int64[Tensor, "run batch fold n"]],
) -> Float64[np.ndarray, "run hop"]:
    right = logits(shape, weights, read).argmax(dim=-1) == torch.stack(answers, dim=-1)
    return right.to(torch.float64).mean(dim=(1, 2, 3)).numpy()
