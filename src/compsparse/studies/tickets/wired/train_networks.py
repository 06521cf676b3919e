"""Step ``train``: networks of one wiring in several cells, at all learning rates and restarts.

A cell says how many examples are used, how many labels are wrong and how fast weights decay. All
cells of as many examples, runs and restarts are trained side by side; first weights and batches
depend on the run and the restart alone, so that cells differ in nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.linear_decay import constant_then_linear
from compsparse.ensembles.parameters import Parameters
from compsparse.ensembles.restarts import BestRate, chosen_restart, configurations
from compsparse.ensembles.schedules import Schedule
from compsparse.ensembles.wirings.ensemble import Ensemble, initialize, zero_parameters
from compsparse.ensembles.wirings.shape import Shape
from compsparse.studies.tickets.wired.chosen import LOSSES, Cell
from compsparse.studies.tickets.wired.generate_examples import ARRAYS
from compsparse.studies.tickets.wired.losses import error, hinge_slope, ramp
from compsparse.studies.tickets.wired.shape import Wiring, network_shape, variable_order
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_SETS = {"train": "", "choosing": "choosing_", "judged": "judged_"}  # prefixes of their arrays
_CHUNK = 500  # examples of all networks that are evaluated together

Batches = Iterator[tuple[Float32[Tensor, "row d batch"], Float32[Tensor, "row batch"]]]


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    wiring: Wiring,
    variables: int,
    channels: int,
    cells: Sequence[Cell],
    rates: Sequence[float],
    restarts: int,
    passes: int,
    batch: int,
) -> Outputs:
    """Return losses [cell, run, configuration], and the weights that validation chose.

    ``train_ramp``, ``choosing_ramp``, ``judged_ramp`` and the same of ``error``, on training
    examples (with the cell's own labels), validation and test examples; ``configuration``
    [configuration, 2] has learning rate and restart; ``weights_0``, ... [cell, run, module, output,
    input].

    Inputs: examples.

    Args:
        variables: d.
        passes: over the examples of a cell: steps grow in proportion to N.

    Raises:
        ValueError: a cell of more examples than there are.
    """
    shape = network_shape(wiring, variables, channels)
    found: dict[str, np.ndarray] = {}
    for number in sorted({cell.examples for cell in cells}):
        places = [place for place, cell in enumerate(cells) if cell.examples == number]
        alike = [cells[place] for place in places]
        task = _Task(single(inputs, "examples"), wiring, alike, restarts, root_seed, seed_names)
        steps = passes * number // batch
        for name, values in _trained(task, shape, rates, restarts, steps, batch).items():
            whole = found.setdefault(name, np.empty((len(cells), *values.shape[1:]), values.dtype))
            whole[places] = values
    return {"model": {**found, "configuration": configurations(rates, restarts)}}


def _trained(
    task: "_Task", shape: Shape, rates: Sequence[float], restarts: int, steps: int, batch: int
) -> dict[str, np.ndarray]:
    """Return losses and chosen weights [cell, run, ...] of cells with equally many examples."""
    losses = {name: np.empty((len(task.rows), len(rates))) for name in LOSSES}
    best = BestRate(len(task.rows))
    for column, rate in enumerate(rates):
        parameters = zero_parameters(shape, len(task.rows))
        initialize(parameters, shape, task.randoms("weights"))
        network = Ensemble(shape, parameters, batch=batch)
        schedule = constant_then_linear(rate, steps)
        _train(network, parameters, task, schedule, steps=steps, batch=batch)
        for name in _SETS:
            for kind, values in task.losses(network, name).items():
                losses[f"{name}_{kind}"][:, column] = values
        best.offer(losses["choosing_ramp"][:, column], parameters.arrays())
    by_run = {
        name: values.reshape(-1, task.runs, restarts * len(rates))
        for name, values in losses.items()
    }
    return {**by_run, **best.select(chosen_restart(by_run["choosing_ramp"], len(rates)))}


def _train(
    network: Ensemble,
    parameters: Parameters,
    task: "_Task",
    schedule: Schedule,
    *,
    steps: int,
    batch: int,
) -> None:
    """Minimize hinge losses by AdamW: the decay of weights is apart from Adam."""
    optimizer = Adam(parameters.flat, network.gradient.flat)
    with torch.inference_mode():
        for step, (inputs, labels) in enumerate(task.batches(steps, batch)):
            network.backward(hinge_slope(network.forward(inputs), labels))
            rate = schedule(step)
            for weights in parameters.views.values():
                weights.mul_(1 - rate * task.decay)
            optimizer.step(rate)


@dataclass(frozen=True)
class _Set:
    inputs: Float32[Tensor, "run example d"]
    labels: Float32[Tensor, "run example"]
    chances: Float32[Tensor, "run example"]


class _Task:
    """Examples of all runs, and what each row reads: one for each cell, run and restart."""

    def __init__(
        self,
        examples: Path,
        wiring: Wiring,
        cells: Sequence[Cell],
        restarts: int,
        root_seed: int,
        seed_names: Sequence[str],
    ) -> None:
        arrays = read_named_axes(examples, ARRAYS)
        self.runs, most, self.variables = arrays["inputs"].shape
        for cell in cells:
            if cell.examples > most:
                raise ValueError(f"A cell has {cell.examples} examples; the data have {most}.")
        order = variable_order(wiring, self.variables)
        self._sets = {
            name: _Set(
                torch.from_numpy(np.ascontiguousarray(arrays[f"{prefix}inputs"][:, :, order])),
                torch.from_numpy(arrays[f"{prefix}labels"]),
                torch.from_numpy(arrays[f"{prefix}chances"]),
            )
            for name, prefix in _SETS.items()
        }
        self.rows = [
            (cell, run, restart)
            for cell in cells
            for run in range(self.runs)
            for restart in range(restarts)
        ]
        self._root_seed, self._seed_names = root_seed, seed_names
        self._run = torch.tensor([run for _, run, _ in self.rows])
        self._noise = torch.tensor([cell.noise for cell, *_ in self.rows])[:, None]
        self._examples = np.array([cell.examples for cell, *_ in self.rows])
        decay = torch.tensor([cell.decay for cell, *_ in self.rows])
        self.decay: Float32[Tensor, "row 1 1 1"] = decay[:, None, None, None]

    def randoms(self, role: str) -> list[np.random.Generator]:
        """Return a generator for each row, the same in all cells."""
        names = *self._seed_names, role
        return [generator(self._root_seed, *names, run, restart) for _, run, restart in self.rows]

    def batches(self, steps: int, batch: int) -> Batches:
        """Yield the batch of each row in each step: uniform draws from its first examples."""
        whole = self._sets["train"]
        first = self._run[:, None] * whole.inputs.shape[1]
        drawn = [
            np.floor(random.random((steps, batch), dtype=np.float32) * number)
            for random, number in zip(self.randoms("batches"), self._examples, strict=True)
        ]
        by_step: Int64[Tensor, "step row batch"] = first + torch.from_numpy(
            np.stack(drawn, axis=1).astype(np.int64)
        )
        inputs, labels = whole.inputs.flatten(0, 1), whole.labels.flatten()
        chances = whole.chances.flatten()
        for index in by_step:
            yield inputs[index].mT.contiguous(), self._noisy(labels[index], chances[index])

    def losses(self, network: Ensemble, name: str) -> Mapping[str, Float64[np.ndarray, " row"]]:
        """Return the mean losses of each row on a set, by kind."""
        whole = self._sets[name]
        sums = {"ramp": np.zeros(len(self.rows)), "error": np.zeros(len(self.rows))}
        for start in range(0, whole.inputs.shape[1], _CHUNK):
            part = slice(start, start + _CHUNK)
            inputs = whole.inputs[:, part][self._run].mT.contiguous()
            labels = whole.labels[:, part][self._run]
            chances = whole.chances[:, part][self._run]
            margins = network.predict(inputs) * self._noisy(labels, chances)
            counted = self._counted(name, start, margins.shape[1])
            sums["ramp"] += ramp(margins, counted)
            sums["error"] += error(margins, counted)
        number = self._examples if name == "train" else whole.inputs.shape[1]
        return {kind: total / number for kind, total in sums.items()}

    def _noisy(
        self, labels: Float32[Tensor, "row example"], chances: Float32[Tensor, "row example"]
    ) -> Float32[Tensor, "row example"]:
        return torch.where(chances < self._noise, -labels, labels)

    def _counted(self, name: str, start: int, number: int) -> Bool[Tensor, "row example"]:
        """Return which examples count for a row: of training examples, its first ones."""
        if name != "train":
            return torch.ones(len(self.rows), number, dtype=torch.bool)
        place = torch.arange(start, start + number)
        return place < torch.from_numpy(self._examples)[:, None]
