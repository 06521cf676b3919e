"""Step ``train``: transformers of all runs and tasks, with an MLP or without.

With ``hidden`` 0 there is none: its accuracy tells whether a task needs one. From some first
weights a table is not learned, so each network is trained several times, and validation chooses.
First weights and batches depend on the run and the training alone: they are the same in all tasks,
with an MLP and without.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.step_settings import spreads
from compsparse.studies.tickets.transformer.examples import Examples, Recipe, accuracy
from compsparse.studies.tickets.transformer.mlp_round import add_l1_gradient
from compsparse.studies.tickets.transformer.model import (
    Arrays,
    Shape,
    Transformer,
    cross_entropy_slope,
    first_parameters,
)
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_TOGETHER = 2  # networks whose activations fit into a core's cache


@spreads(Recipe)
def run(
    inputs: Inputs,
    recipe: Recipe,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    width: int,
    heads: int,
    hidden: int,
    rates: Sequence[float],
) -> Outputs:
    """Return all parameters [network, ...], and accuracies [run, task] on validation and test.

    ``rate`` [run, task] is the learning rate of the training that validation chose.

    Inputs: examples.

    Args:
        width: of the residual stream.
        hidden: units of the MLP; 0 for none.
        rates: learning rate of each training.

    Raises:
        ValueError: a batch of more sequences than there are.
        FloatingPointError: a training diverged.
    """
    examples = Examples(single(inputs, "examples"))
    shape = Shape(width, heads, hidden, examples.outputs)
    chosen = _trained(examples, shape, recipe, root_seed, seed_names, 0, rates[0])
    for training, rate in enumerate(rates[1:], 1):
        other = _trained(examples, shape, recipe, root_seed, seed_names, training, rate)
        better = other["validation"] > chosen["validation"]
        for name, values in chosen.items():
            values[better] = other[name][better]
    by_task = {
        name: chosen[name].reshape(examples.runs, -1) for name in ("validation", "test", "rate")
    }
    return {"model": {**chosen, **by_task}}


def _trained(
    examples: Examples,
    shape: Shape,
    recipe: Recipe,
    root_seed: int,
    seed_names: Sequence[str],
    training: int,
    rate: float,
) -> dict[str, np.ndarray]:
    """Return what is stored of all networks, each with a first axis of networks."""

    def randoms(role: str, runs: Iterable[int]) -> list[np.random.Generator]:
        return [generator(root_seed, *seed_names, role, training, run) for run in runs]

    parameters = first_parameters(shape, randoms("weights", examples.network_runs.tolist()))
    batches = examples.batches(randoms("batches", range(examples.runs)), recipe.batch)
    _train(examples, shape, parameters, batches, recipe, rate)
    return {
        **parameters.arrays(),
        **{part: _accuracies(examples, shape, parameters, part) for part in ("validation", "test")},
        "rate": np.full(len(examples.network_runs), rate),
    }


@np.errstate(over="ignore", invalid="ignore")  # what diverges is refused at the end
def _train(
    examples: Examples,
    shape: Shape,
    parameters: Parameters,
    batches: Iterator[Int64[np.ndarray, "run batch"]],
    recipe: Recipe,
    rate: float,
) -> None:
    gradient = parameters.zeros_like()
    weights, slopes = _arrays(parameters), _arrays(gradient)
    optimizer = Adam(parameters.flat, gradient.flat)
    schedule = constant_then_linear(rate, recipe.steps)
    parts = _parts(parameters.runs)
    models = [Transformer(shape, _of(weights, part)) for part in parts]
    for step, drawn in zip(range(recipe.steps), batches, strict=False):
        by_run = examples.features("learned", drawn)
        for model, part in zip(models, parts, strict=True):
            logits = model.logits(by_run[examples.network_runs[part]])
            labels = examples.labels("learned", part, drawn)
            model.backward(cross_entropy_slope(logits, labels), _of(slopes, part))
        if shape.hidden:
            add_l1_gradient(parameters.views, gradient.views, recipe.l1)
        optimizer.step(schedule(step))
    if not bool(np.isfinite(parameters.flat.numpy()).all()):
        raise FloatingPointError(f"A training diverged at rate {rate}; lower it in params.yaml.")


def _accuracies(
    examples: Examples, shape: Shape, parameters: Parameters, part: str
) -> Float64[np.ndarray, " network"]:
    found, weights = [], _arrays(parameters)
    for network, run in enumerate(examples.network_runs):
        place = slice(network, network + 1)
        logits = Transformer(shape, _of(weights, place)).logits(examples.features(part)[run, None])
        found.append(accuracy(logits, examples.labels(part, place))[0])
    return np.array(found)


def _parts(networks: int) -> list[slice]:
    return [slice(start, start + _TOGETHER) for start in range(0, networks, _TOGETHER)]


def _arrays(parameters: Parameters) -> dict[str, np.ndarray]:
    return {name: view.numpy() for name, view in parameters.views.items()}


def _of(arrays: Arrays, part: slice) -> dict[str, np.ndarray]:
    return {name: values[part] for name, values in arrays.items()}
