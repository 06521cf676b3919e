"""Step ``train``: networks of one shape on the examples of each run, at all learning rates.

A fifth of the examples chooses among learning rates; batches are drawn from the rest, or are fresh
in every step. First weights and batches are the same at all learning rates.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Int64

from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.wirings.shape import bit_reversed
from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.examples import Examples, read_examples, standardized
from compsparse.studies.approximation.learning.network import Network, Order
from compsparse.studies.approximation.learning.networks import Networks
from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from compsparse.studies.approximation.worlds import World
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_CHUNK = 64  # steps whose batches are drawn together
Batch = tuple[Float32[np.ndarray, "d batch"], Float32[np.ndarray, " batch"]]


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    network: Network,
    examples: int,
    rates: Sequence[float],
    steps: int,
    batch: int,
    fresh: TargetDescription | None = None,
    copied: int = 0,
    frozen: int = 0,
    world: World = "none",
) -> Outputs:
    """Return validation and test errors [run, rate], over the variance of the target.

    ``weights_0``, ``shifts_0``, ... are those of the rate that validation chose, by run. With
    ``fresh``, batches of that target are fresh and all examples are for validation. So many lowest
    levels as are ``copied`` start with the weights of the input ``source``, models of another
    target; so many as are ``frozen`` are not trained. ``world`` is the plan's, which has changed
    the order.

    Raises:
        ValueError: more examples than there are, or a batch of more than there are for training.
    """
    data = read_examples(single(inputs, "examples"), examples)
    runs, _, variables = data.inputs.shape
    training, validation = split(examples)
    if fresh is not None:
        validation = slice(0, examples)
    elif batch > training.stop:
        raise ValueError(f"A batch has {batch} of {training.stop} examples.")
    draw = partial(generator, root_seed, *seed_names)
    orders = [_variable_order(network.order, variables, draw("order", run)) for run in range(runs)]
    known, judged = (
        # one example a column, as networks read them
        np.stack([values[run][:, order].T for run, order in enumerate(orders)])
        for values in (data.inputs, data.judged_inputs)
    )
    if fresh is None:
        batches = [
            _drawn(known[run], data.targets[run], training.stop, batch, draw("batches", run))
            for run in range(runs)
        ]
    else:
        batches = [
            _fresh(data, fresh, root_seed, run, orders[run], batch, draw("batches", run))
            for run in range(runs)
        ]
    randoms = [draw("weights", run) for run in range(runs)]
    trained = Networks(network.shape(variables), len(rates), randoms, batch=batch)
    if copied:
        trained.copy(_read_levels(single(inputs, "source"), copied))
    schedules = [constant_then_linear(rate, steps) for rate in rates]
    x, y = np.empty((runs, variables, batch), np.float32), np.empty((runs, batch), np.float32)
    with np.errstate(over="ignore", invalid="ignore"), torch.inference_mode():
        for step in range(steps):
            for run in range(runs):
                x[run], y[run] = next(batches[run])
            trained.step(x, y, [schedule(step) for schedule in schedules], frozen=frozen)
        choosing, test = (
            ((trained.predict(points) - wanted) ** 2).mean(axis=2, dtype=np.float64).T
            for points, wanted in (
                (known[:, :, validation], data.targets[:, validation]),
                (judged, data.judged_targets),
            )
        )
    # a diverged training is never chosen
    np.nan_to_num(choosing, copy=False, nan=np.inf)
    best = choosing.argmin(axis=1), np.arange(runs)
    by_rate = [parameters.arrays() for parameters in trained.parameters]
    return {
        "model": {
            "validation": choosing,
            "test": test,
            "configuration": np.array(rates),
            "parameters": np.array(network.shape(variables).parameters),
            **{name: np.stack([arrays[name] for arrays in by_rate])[best] for name in by_rate[0]},
        }
    }


def _drawn(
    inputs: Float32[np.ndarray, "d example"],
    targets: Float32[np.ndarray, " example"],
    number: int,
    batch: int,
    random: np.random.Generator,
) -> Iterator[Batch]:
    """Yield batches of the first examples."""
    while True:
        for drawn in random.integers(number, size=(_CHUNK, batch)):
            yield np.take(inputs, drawn, axis=1), targets[drawn]


def _fresh(
    data: Examples,
    description: TargetDescription,
    root_seed: int,
    run: int,
    order: Int64[np.ndarray, " d"],
    batch: int,
    random: np.random.Generator,
) -> Iterator[Batch]:
    """Yield fresh batches of the target of a run, standardized as its examples are."""
    target = draw_target(description, len(order), root_seed, run)
    mean, deviation = data.scale[run]
    while True:
        points = random.random((_CHUNK * batch, len(order)))
        values = ((target(points) - mean) / deviation).astype(np.float32)
        columns = standardized(points)[:, order].T
        yield from zip(np.split(columns, _CHUNK, axis=1), np.split(values, _CHUNK), strict=True)


def _read_levels(path: Path, levels: int) -> dict[str, Float32[np.ndarray, "run _ _ _"]]:
    """Return the weights and biases of the lowest levels of a source."""
    kinds = {}
    for level in range(levels):
        axes = f"run module_{level} output_{level}"
        kinds[f"weights_{level}"] = Float32[np.ndarray, f"{axes} input_{level}"]
        kinds[f"shifts_{level}"] = Float32[np.ndarray, f"{axes} 1"]
    return read_named_axes(path, kinds)


def _variable_order(
    order: Order, variables: int, random: np.random.Generator
) -> Int64[np.ndarray, " d"]:
    """Return the order in which a run reads the variables."""
    if order == "random":
        return random.permutation(variables)
    return np.arange(variables) if order == "own" else bit_reversed(variables)
