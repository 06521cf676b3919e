"""Step ``train``: networks of one shape on the examples of each run, at all configurations.

A fifth of the examples chooses among learning rates and restarts; batches are drawn from the rest,
or are fresh in every step. First weights and batches are the same at all learning rates.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.restarts import BestRate, chosen_restart, configurations
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import bit_reversed
from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.examples import read_examples, standardized
from compsparse.studies.approximation.learning.network import Network, Order
from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from compsparse.studies.approximation.worlds import World
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_CHUNK = 64  # steps whose fresh batches are drawn together
Batches = Iterator[tuple[Float32[np.ndarray, "batch d"], Float32[np.ndarray, " batch"]]]


@dataclass(frozen=True)
class Fresh:
    """Fresh batches: the target's description, and the names of its seeds."""

    target: TargetDescription
    seed_names: Sequence[str]


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    network: Network,
    examples: int,
    rates: Sequence[float],
    restarts: int,
    steps: int,
    batch: int,
    fresh: Fresh | None = None,
    copied: int = 0,
    frozen: int = 0,
    world: World = "none",
) -> Outputs:
    """Return validation and test errors [run, configuration], over the variance of the target.

    ``weights_0``, ``shifts_0``, ... are those of the configuration that validation chose, by run.
    With ``fresh``, batches are fresh and all examples are for validation. So many lowest levels as
    are ``copied`` start with the weights of the input ``source``, models of another target; so many
    as are ``frozen`` are not trained. ``world`` is the plan's, which has changed the order.

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
    rows = list(np.ndindex(runs, restarts))  # a network for each run and restart
    run_of_row = [run for run, _ in rows]
    orders = [_variable_order(network.order, variables, draw("order", run)) for run in range(runs)]
    known, judged = (
        np.take_along_axis(values, np.stack(orders)[:, None], axis=2)
        for values in (data.inputs, data.judged_inputs)
    )

    def batches(run: int, restart: int) -> Batches:
        random = draw("batches", run, restart)
        while fresh is None:
            drawn = random.integers(training.stop, size=batch)
            yield known[run, drawn], data.targets[run, drawn]
        target = draw_target(fresh.target, variables, generator(root_seed, *fresh.seed_names, run))
        mean, deviation = data.scale[run]
        while True:
            points = random.random((_CHUNK * batch, variables))
            values = ((target(points) - mean) / deviation).astype(np.float32)
            made = standardized(points)[:, orders[run]]
            yield from zip(np.split(made, _CHUNK), np.split(values, _CHUNK), strict=True)

    by_row = known[run_of_row], data.targets[run_of_row]
    choosing = _tensors(*(values[:, validation] for values in by_row))
    judging = _tensors(judged[run_of_row], data.judged_targets[run_of_row])
    shape = network.shape(variables)
    source = _read_levels(single(inputs, "source"), copied) if copied else {}
    errors = np.empty((2, len(rows), len(rates)))
    best = BestRate(len(rows))
    for column, rate in enumerate(rates):
        parameters = zero_parameters(shape, len(rows))
        initialize(parameters, shape, [draw("weights", *row) for row in rows])
        for name, values in source.items():
            parameters.views[name].copy_(values[run_of_row])
        trained = Ensemble(shape, parameters, batch=batch)
        optimizer = Adam(parameters.flat, trained.gradient.flat)
        schedule = constant_then_linear(rate, steps)
        with torch.inference_mode():
            read = zip(*(batches(*row) for row in rows), strict=True)
            for step, examples_of_rows in zip(range(steps), read, strict=False):
                x, y = _tensors(*map(np.stack, zip(*examples_of_rows, strict=True)))
                trained.backward(squared_error_slope(trained.forward(x), y), frozen=frozen)
                optimizer.step(schedule(step))
        for kind, (x, y) in enumerate((choosing, judging)):
            found = trained.predict(x)
            errors[kind, :, column] = ((found - y) ** 2).mean(dim=1).double().numpy()
        # a diverged training is never chosen
        np.nan_to_num(errors[0, :, column], copy=False, nan=np.inf)
        best.offer(errors[0, :, column], parameters.arrays())
    by_run, test = errors.reshape(2, runs, -1)
    return {
        "model": {
            "validation": by_run,
            "test": test,
            "configuration": configurations(rates, restarts),
            "parameters": np.array(shape.parameters),
            **best.select(chosen_restart(by_run, len(rates))),
        }
    }


def squared_error_slope(
    outputs: Float32[Tensor, "row batch"], targets: Float32[Tensor, "row batch"]
) -> Float32[Tensor, "row batch"]:
    """Return the derivative of each row's mean squared error in the outputs."""
    return (outputs - targets).mul_(2 / targets.shape[1])


def _read_levels(path: Path, levels: int) -> dict[str, Float32[Tensor, "run ..."]]:
    """Return the weights and biases of the lowest levels of a source."""
    kinds = {}
    for level in range(levels):
        axes = f"run module_{level} output_{level}"
        kinds[f"weights_{level}"] = Float32[np.ndarray, f"{axes} input_{level}"]
        kinds[f"shifts_{level}"] = Float32[np.ndarray, f"{axes} 1"]
    return {name: torch.from_numpy(values) for name, values in read_named_axes(path, kinds).items()}


def _variable_order(
    order: Order, variables: int, random: np.random.Generator
) -> Int64[np.ndarray, " d"]:
    """Return the order in which a run reads the variables."""
    if order == "random":
        return random.permutation(variables)
    return np.arange(variables) if order == "own" else bit_reversed(variables)


def _tensors(
    inputs: Float32[np.ndarray, "row example d"], targets: Float32[np.ndarray, "row example"]
) -> tuple[Float32[Tensor, "row d example"], Float32[Tensor, "row example"]]:
    """Return examples as networks read them, one a column."""
    return torch.from_numpy(inputs).mT.contiguous(), torch.from_numpy(targets).contiguous()
