"""Step ``train``: networks of one shape on the examples of each run, at all configurations.

A fifth of the examples chooses among learning rates and restarts; batches are drawn from the rest,
or are fresh in every step. First weights and batches are the same at all learning rates.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.restarts import BestRate, chosen_restart, configurations
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import bit_reversed
from compsparse.studies.approximation.learning.choice import split
from compsparse.studies.approximation.learning.generate_examples import ARRAYS, standardized
from compsparse.studies.approximation.learning.network import Network, Order
from compsparse.studies.approximation.target.target import TargetDescription, draw_target
from compsparse.studies.approximation.worlds import World
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_CHUNK = 64  # steps whose fresh batches are drawn together
Batches = Iterator[tuple[Float32[Tensor, "row d batch"], Float32[Tensor, "row batch"]]]


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

    Args:
        inputs: examples; source, models of another target whose lowest levels are copied, if any.
        root_seed: of all draws.
        seed_names: of first weights, batches and random orders.
        network: its shape.
        examples: number of examples that are used.
        rates: learning rates.
        restarts: number of first weights.
        steps: updates.
        batch: examples of a step.
        fresh: where given, batches are fresh, and all examples are for validation.
        copied: number of lowest levels that start with the source's weights.
        frozen: number of lowest levels that are not trained.
        world: of the plan, which has changed the network's order.

    Raises:
        ValueError: more examples than there are, or a batch of more than there are for training.
    """
    task = _Task(
        single(inputs, "examples"), network, examples, restarts, batch, fresh, root_seed, seed_names
    )
    shape = network.shape(task.variables)
    source = _read_levels(single(inputs, "source"), copied) if copied else {}
    validation, test = np.empty((2, len(task.rows), len(rates)))
    best = BestRate(len(task.rows))
    for column, rate in enumerate(rates):
        parameters = zero_parameters(shape, len(task.rows))
        initialize(parameters, shape, task.randoms("weights"))
        for name, values in source.items():
            parameters.views[name].copy_(values[task.runs_of_rows])
        trained = Ensemble(shape, parameters, batch=batch)
        optimizer = Adam(parameters.flat, trained.gradient.flat)
        schedule = constant_then_linear(rate, steps)
        with torch.inference_mode():
            for step, (x, y) in zip(range(steps), task.batches(), strict=False):
                trained.backward(squared_error_slope(trained.forward(x), y), frozen=frozen)
                optimizer.step(schedule(step))
        # a diverged training is never chosen
        validation[:, column] = np.nan_to_num(task.errors(trained, "validation"), nan=np.inf)
        test[:, column] = task.errors(trained, "test")
        best.offer(validation[:, column], parameters.arrays())
    by_run = validation.reshape(task.runs, -1)
    return {
        "model": {
            "validation": by_run,
            "test": test.reshape(task.runs, -1),
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


class _Task:
    """Examples of all runs, and what each row reads: one for each run and restart."""

    def __init__(
        self,
        path: Path,
        network: Network,
        examples: int,
        restarts: int,
        batch: int,
        fresh: Fresh | None,
        root_seed: int,
        seed_names: Sequence[str],
    ) -> None:
        arrays = read_named_axes(path, ARRAYS)
        self.runs, most, self.variables = arrays["inputs"].shape
        if examples > most:
            raise ValueError(f"examples is {examples}; the data have {most}.")
        training, validation = split(examples)
        if fresh is not None:
            validation = slice(0, examples)
        elif batch > training.stop:
            raise ValueError(f"A batch has {batch} of {training.stop} examples.")
        self._root_seed, self._seed_names = root_seed, seed_names
        self._batch, self._fresh, self._scale = batch, fresh, arrays["scale"]
        self.rows = [(run, restart) for run in range(self.runs) for restart in range(restarts)]
        self.runs_of_rows = torch.tensor([run for run, _ in self.rows])
        self._order = self._variable_order(network.order)
        self._inputs: dict[str, Float32[Tensor, "run example d"]] = {}
        self._targets: dict[str, Float32[Tensor, "run example"]] = {}
        for name, prefix, part in (
            ("training", "", training),
            ("validation", "", validation),
            ("test", "judged_", slice(None)),
        ):
            x, y = arrays[f"{prefix}inputs"][:, part], arrays[f"{prefix}targets"][:, part]
            ordered = np.take_along_axis(x, self._order[:, None], axis=2)
            self._inputs[name] = torch.from_numpy(ordered)
            self._targets[name] = torch.from_numpy(np.ascontiguousarray(y))

    def randoms(self, role: str) -> list[np.random.Generator]:
        """Return a generator for each row."""
        return [generator(self._root_seed, *self._seed_names, role, *row) for row in self.rows]

    def batches(self) -> Batches:
        """Yield the batch of each row in each step, from the first step on."""
        randoms = self.randoms("batches")
        return self._drawn(randoms) if self._fresh is None else self._made(randoms, self._fresh)

    def errors(self, network: Ensemble, name: str) -> Float64[np.ndarray, " row"]:
        """Return each row's mean squared error on validation or test examples."""
        found = network.predict(self._inputs[name][self.runs_of_rows].mT.contiguous())
        squares = (found - self._targets[name][self.runs_of_rows]) ** 2
        return squares.mean(dim=1).double().numpy()

    def _variable_order(self, order: Order) -> Int64[np.ndarray, "run d"]:
        """Return the order in which each run reads the variables."""
        if order == "own":
            return np.tile(np.arange(self.variables), (self.runs, 1))
        if order == "bit_reversed":
            return np.tile(bit_reversed(self.variables), (self.runs, 1))
        names = *self._seed_names, "order"
        return np.stack(
            [
                generator(self._root_seed, *names, run).permutation(self.variables)
                for run in range(self.runs)
            ]
        )

    def _drawn(self, randoms: list[np.random.Generator]) -> Batches:
        number = self._inputs["training"].shape[1]
        rows = self._inputs["training"].reshape(-1, self.variables)
        values = self._targets["training"].reshape(-1)
        first = self.runs_of_rows[:, None] * number
        while True:
            drawn = [random.integers(number, size=self._batch) for random in randoms]
            index = torch.from_numpy(np.stack(drawn)) + first
            yield rows[index].mT.contiguous(), values[index]

    def _made(self, randoms: list[np.random.Generator], fresh: Fresh) -> Batches:
        targets = [
            draw_target(
                fresh.target,
                self.variables,
                generator(self._root_seed, *fresh.seed_names, run),
            )
            for run in range(self.runs)
        ]
        size = self._batch
        while True:
            inputs, values = [], []
            for (run, _), random in zip(self.rows, randoms, strict=True):
                points = random.random((_CHUNK * size, self.variables))
                mean, deviation = self._scale[run]
                values.append((targets[run](points) - mean) / deviation)
                inputs.append(standardized(points)[:, self._order[run]])
            x = torch.from_numpy(np.stack(inputs)).view(len(self.rows), _CHUNK, size, -1)
            y = torch.from_numpy(np.stack(values).astype(np.float32))
            y = y.view(len(self.rows), _CHUNK, -1)
            for step in range(_CHUNK):
                yield x[:, step].mT.contiguous(), y[:, step].contiguous()
