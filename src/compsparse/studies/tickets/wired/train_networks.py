"""Step ``train``: networks of one wiring in several cells, at all rates and restarts.

A cell says how many examples are learned from, how many labels are wrong and how fast weights
decay. All cells, runs and restarts are trained side by side; first weights and batches depend on
the run and the restart alone, so that cells differ in nothing else.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.tickets.learning_rate import rate_at
from compsparse.studies.tickets.wired.ensemble import Ensemble, initialize, parameters_of
from compsparse.studies.tickets.wired.generate_examples import ARRAYS
from compsparse.studies.tickets.wired.losses import error, ramp, slope_of_hinge
from compsparse.studies.tickets.wired.shape import Shape, order_of, shape_of
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_SETS = ("train", "choosing", "judged")
_KINDS = ("ramp", "error")
_AT_ONCE = 500  # examples of all networks that are judged together


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return losses [cell, run, configuration], and what the weights are that validation chose.

    ``train_ramp``, ``choosing_ramp``, ``judged_ramp`` and the same of ``error``; ``configuration``
    [configuration, 2] has rate and restart; ``weights_0``, ... [cell, run, module, output, input].
    ``train`` is on the cell's own examples and labels.

    Inputs: examples.

    Params: wiring and channels, the network; cells, each with examples, noise and decay; rates,
    restarts, steps, batch.

    Raises:
        ValueError: a cell of more examples than there are.
    """
    task = _Task(inputs, params)
    shape = shape_of(params["wiring"], task.variables, params["channels"])
    rates, rows = params["rates"], len(task.rows)
    losses = {f"{of}_{kind}": np.empty((rows, len(rates))) for of in _SETS for kind in _KINDS}
    kept: dict[str, np.ndarray] = {}
    for at, rate in enumerate(rates):
        parameters = parameters_of(shape, rows)
        initialize(parameters, shape, task.randoms("weights"))
        _train(task, parameters, shape, rate, params["steps"], params["batch"])
        network = Ensemble(shape, parameters, parameters)
        for of in _SETS:
            for kind, values in task.losses(network, of).items():
                losses[f"{of}_{kind}"][:, at] = values
        so_far = losses["choosing_ramp"][:, :at].min(axis=1, initial=np.inf)
        better = losses["choosing_ramp"][:, at] < so_far
        for name, weights in parameters.arrays().items():
            kept[name] = np.where(better[:, None, None, None], weights, kept.get(name, weights))
    return {"model": _by_run(losses, kept, params, task.runs)}


def _by_run(
    losses: dict[str, np.ndarray], kept: dict[str, np.ndarray], params: Params, runs: int
) -> dict[str, np.ndarray]:
    """Part rows into cells and runs, and choose each one's restart."""
    cells, restarts, rates = len(params["cells"]), params["restarts"], params["rates"]
    parted = {name: of.reshape(cells, runs, restarts * len(rates)) for name, of in losses.items()}
    restart = parted["choosing_ramp"].argmin(axis=2) // len(rates)
    cell, run = np.indices((cells, runs))
    chosen = {
        name: of.reshape(cells, runs, restarts, *of.shape[1:])[cell, run, restart]
        for name, of in kept.items()
    }
    grid = np.array([(rate, restart) for restart in range(restarts) for rate in rates])
    return {**parted, **chosen, "configuration": grid}


def _train(
    task: "_Task", parameters: Parameters, shape: Shape, rate: float, steps: int, batch: int
) -> None:
    """Minimise hinge losses with Adam, weights decaying apart from it."""
    gradient = parameters.zeros_like()
    network = Ensemble(shape, parameters, gradient)
    optimizer = Adam(parameters.flat, gradient.flat)
    with torch.inference_mode():
        for step, (inputs, labels) in enumerate(task.batches(steps, batch)):
            network.backward(slope_of_hinge(network.predict(inputs), labels))
            now = rate_at(step, steps, rate)
            for weights in parameters.views.values():
                weights.mul_(1 - now * task.decay)
            optimizer.step(now)


@dataclass(frozen=True)
class _Set:
    inputs: Float32[Tensor, "run example d"]
    labels: Float32[Tensor, "run example"]
    chances: Float32[Tensor, "run example"]


class _Task:
    """Examples of all runs, and what the rows read of them: one for each cell, run and restart."""

    def __init__(self, inputs: Inputs, params: Params) -> None:
        arrays = read_named_axes(single(inputs, "examples"), ARRAYS)
        self.runs, most, self.variables = arrays["inputs"].shape
        cells, restarts = params["cells"], params["restarts"]
        for cell in cells:
            if cell["examples"] > most:
                raise ValueError(f"A cell has {cell['examples']} examples; the data have {most}.")
        order = order_of(params["wiring"], self.variables)
        self._sets = {}
        for name, prefix in zip(_SETS, ("", "choosing_", "judged_"), strict=True):
            read = np.ascontiguousarray(arrays[f"{prefix}inputs"][:, :, order])
            self._sets[name] = _Set(
                torch.from_numpy(read),
                torch.from_numpy(arrays[f"{prefix}labels"]),
                torch.from_numpy(arrays[f"{prefix}chances"]),
            )
        places = [(run, restart) for run in range(self.runs) for restart in range(restarts)]
        self.rows = [(cell, *place) for cell in range(len(cells)) for place in places]
        self._params = params
        self._run_of = torch.tensor([run for _, run, _ in self.rows])
        self._noise = torch.tensor([cells[cell]["noise"] for cell, *_ in self.rows])[:, None]
        self._examples = np.array([cells[cell]["examples"] for cell, *_ in self.rows])
        decay = [cells[cell]["decay"] for cell, *_ in self.rows]
        self.decay: Float32[Tensor, "row 1 1 1"] = torch.tensor(decay)[:, None, None, None]

    def randoms(self, role: str) -> list[np.random.Generator]:
        """Return a generator for each row, the same in all cells."""
        names = self._params["root_seed"], *self._params["seed_names"], role
        return [generator(*names, run, restart) for _, run, restart in self.rows]

    def batches(
        self, steps: int, batch: int
    ) -> "zip[tuple[Float32[Tensor, 'row d batch'], Float32[Tensor, 'row batch']]]":
        """Return what each row reads in each step: its first so many examples, drawn evenly."""
        drawn = [of.random((steps, batch), dtype=np.float32) for of in self.randoms("batches")]
        whole = self._sets["train"]
        first = self._run_of[:, None] * whole.inputs.shape[1]
        places: Int64[Tensor, "step row batch"] = first + torch.from_numpy(
            np.stack(
                [np.floor(of * n) for of, n in zip(drawn, self._examples, strict=True)], axis=1
            ).astype(np.int64)
        )
        inputs, labels = whole.inputs.flatten(0, 1), whole.labels.flatten()
        wrong = whole.chances.flatten()
        return zip(
            (inputs[of].mT.contiguous() for of in places),
            (self._turned(labels[of], wrong[of]) for of in places),
            strict=True,
        )

    def losses(self, network: Ensemble, name: str) -> dict[str, Float64[np.ndarray, " row"]]:
        """Return the mean losses of each row on a set, by kind."""
        whole = self._sets[name]
        sums = {kind: np.zeros(len(self.rows)) for kind in _KINDS}
        for start in range(0, whole.inputs.shape[1], _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            inputs = whole.inputs[:, part][self._run_of].mT.contiguous()
            labels = whole.labels[:, part][self._run_of]
            wrong = whole.chances[:, part][self._run_of]
            margins = network.predict(inputs) * self._turned(labels, wrong)
            seen = self._seen(name, start, margins.shape[1])
            sums["ramp"] += ramp(margins, seen)
            sums["error"] += error(margins, seen)
        number = self._examples if name == "train" else whole.inputs.shape[1]
        return {kind: of / number for kind, of in sums.items()}

    def _turned(
        self, labels: Float32[Tensor, "row example"], chances: Float32[Tensor, "row example"]
    ) -> Float32[Tensor, "row example"]:
        return torch.where(chances < self._noise, -labels, labels)

    def _seen(self, name: str, start: int, number: int) -> Bool[Tensor, "row example"]:
        """Say which of some examples count for a row: of those to learn from, its first ones."""
        if name != "train":
            return torch.ones(len(self.rows), number, dtype=torch.bool)
        place = torch.arange(start, start + number)
        return place < torch.from_numpy(self._examples)[:, None]
