"""Step ``train``: networks of one shape on the examples of each run, at all configurations.

A fifth of the examples chooses among rates and restarts; batches are drawn of the rest, or made
fresh for every step. First weights and batches are the same at all rates.
"""

from collections.abc import Iterator

import numpy as np
import torch
from jaxtyping import Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.approximation.learning.choice import parted
from compsparse.studies.approximation.learning.generate_examples import ARRAYS, standardised
from compsparse.studies.approximation.networks.ensemble import Ensemble, initialize, parameters_of
from compsparse.studies.approximation.networks.shape import Shape, dense, tree
from compsparse.studies.approximation.target.target import target_of
from workflow_engine.artifacts.named_axes import read_named_axes
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_AT_ONCE = 64  # steps whose fresh batches are drawn together
Batches = Iterator[tuple[Float32[Tensor, "place d batch"], Float32[Tensor, "place batch"]]]


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return validation and test errors [run, configuration], over the variance of the target.

    ``weights_0``, ``shifts_0``, ... are those of the configuration that validation chose, by run.

    Inputs: examples; source, models of another target whose lowest levels are copied, if any.

    Params: network, its shape: wiring, ``dense`` with widths or ``tree`` with channels and shared,
    and order, how the variables are read: ``own``, ``bit_reversed`` or ``random``; examples, how
    many are used; rates, restarts, steps, batch. Beyond these: fresh, the target's description and
    the names of its seeds, where batches are made and all examples choose; copied, how many levels
    have the source's weights at first; frozen, how many are not trained.

    Raises:
        ValueError: more examples than there are, or a batch of more than there are to learn from.
    """
    task = _Task(inputs, params)
    shape = shape_of(params["network"], task.variables)
    rates, places = params["rates"], task.places
    validation, test = np.empty((2, len(places), len(rates)))
    kept: dict[str, np.ndarray] = {}
    for at, rate in enumerate(rates):
        parameters = parameters_of(shape, len(places))
        seeds = params["root_seed"], *params["seed_names"], "weights"
        initialize(parameters, shape, [generator(*seeds, *of) for of in places])
        for name, copied in task.copied():
            parameters.views[name].copy_(copied)
        _train(task.batches(), parameters, shape, rate, params)
        network = Ensemble(shape, parameters, parameters, params["batch"])
        # a training that diverged is never chosen
        validation[:, at] = np.nan_to_num(task.errors(network, ""), nan=np.inf)
        test[:, at] = task.errors(network, "judged_")
        better = validation[:, at] < validation[:, :at].min(axis=1, initial=np.inf)
        for name, values in parameters.arrays().items():
            kept[name] = np.where(_like(better, values), values, kept.get(name, values))
    by_run = validation.reshape(task.runs, -1)
    restart = (by_run.argmin(axis=1) // len(rates)) + np.arange(task.runs) * params["restarts"]
    return {
        "model": {
            "validation": by_run,
            "test": test.reshape(task.runs, -1),
            "configuration": np.array(
                [(rate, restart) for restart in range(params["restarts"]) for rate in rates]
            ),
            "parameters": np.array(shape.parameters),
            **{name: values[restart] for name, values in kept.items()},
        }
    }


def shape_of(network: Params, variables: int) -> Shape:
    """Return the network of a description.

    Raises:
        ValueError: an unknown wiring, or variables that no tree has.
    """
    if network["wiring"] == "dense":
        return dense(variables, tuple(network["widths"]))
    if network["wiring"] == "tree":
        return tree(variables, network["channels"], shared=network["shared"])
    raise ValueError(f"The wiring {network['wiring']!r} is unknown.")


def bit_reversed(variables: int) -> Int64[np.ndarray, " d"]:
    """Return the order in that neighbours of a tree are as far apart as can be."""
    bits = variables.bit_length() - 1
    return np.array([int(f"{at:0{bits}b}"[::-1], 2) for at in range(variables)])


def _train(
    batches: Batches, parameters: Parameters, shape: Shape, rate: float, params: Params
) -> None:
    gradient = parameters.zeros_like()
    network, frozen = (
        Ensemble(shape, parameters, gradient, params["batch"]),
        params.get("frozen", 0),
    )
    optimizer = Adam(parameters.flat, gradient.flat)
    with torch.inference_mode():
        for step, (inputs, targets) in zip(range(params["steps"]), batches, strict=False):
            network.compute_gradient(inputs, targets, frozen=frozen)
            # the rate stays for half of the steps and falls evenly to 0
            optimizer.step(rate * min(1.0, 2 * (1 - step / params["steps"])))


class _Task:
    """Examples of all runs, and what the trainings read of them, one for each run and restart."""

    def __init__(self, inputs: Inputs, params: Params) -> None:
        arrays, used = read_named_axes(single(inputs, "examples"), ARRAYS), params["examples"]
        if used > arrays["inputs"].shape[1]:
            raise ValueError(f"examples is {used}; the data have {arrays['inputs'].shape[1]}.")
        self.runs, _, self.variables = arrays["inputs"].shape
        self.places = [(run, of) for run in range(self.runs) for of in range(params["restarts"])]
        self._params, self._scale = params, arrays["scale"]
        self._fresh = params.get("fresh")
        learned, choosing = parted(used)
        self._learned = learned.stop
        if self._fresh is not None:
            choosing = slice(0, used)
        elif params["batch"] > self._learned:
            raise ValueError(f"A batch has {params['batch']} of {self._learned} examples.")
        order = self._order(params["network"]["order"])
        parts = {"": choosing, "judged_": slice(None), "learned_": slice(0, self._learned)}
        self._inputs, self._targets = {}, {}
        for name, part in parts.items():
            prefix = "judged_" if name == "judged_" else ""
            x, y = arrays[f"{prefix}inputs"][:, part], arrays[f"{prefix}targets"][:, part]
            self._inputs[name] = torch.from_numpy(np.take_along_axis(x, order[:, None], axis=2))
            self._targets[name] = torch.from_numpy(np.ascontiguousarray(y))
        self._reads, self._source = order, inputs.get("source")
        self._run_of = torch.tensor([run for run, _ in self.places])

    def _order(self, name: str) -> Int64[np.ndarray, "run d"]:
        """Return which variable stands where, for each run."""
        if name == "own":
            return np.tile(np.arange(self.variables), (self.runs, 1))
        if name == "bit_reversed":
            return np.tile(bit_reversed(self.variables), (self.runs, 1))
        if name == "random":
            names = self._params["root_seed"], *self._params["seed_names"], "order"
            return np.stack(
                [generator(*names, run).permutation(self.variables) for run in range(self.runs)]
            )
        raise ValueError(f"The order {name!r} is unknown.")

    def copied(self) -> Iterator[tuple[str, Float32[Tensor, "place ..."]]]:
        """Yield the weights that the lowest levels have at first, for each place."""
        levels = self._params.get("copied", 0)
        if not levels:
            return
        assert not isinstance(self._source, list) and self._source is not None
        kinds = {}
        for level in range(levels):
            axes = f"run module_{level} output_{level}"
            kinds[f"weights_{level}"] = Float32[np.ndarray, f"{axes} input_{level}"]
            kinds[f"shifts_{level}"] = Float32[np.ndarray, f"{axes} 1"]
        for name, values in read_named_axes(self._source, kinds).items():
            yield name, torch.from_numpy(values)[self._run_of]

    def batches(self) -> Batches:
        """Yield what each place reads in a step, from the first step on."""
        names = self._params["root_seed"], *self._params["seed_names"], "batches"
        randoms = [generator(*names, *place) for place in self.places]
        return self._drawn(randoms) if self._fresh is None else self._made(randoms, self._fresh)

    def _drawn(self, randoms: list[np.random.Generator]) -> Batches:
        rows = self._inputs["learned_"].reshape(-1, self.variables)
        values = self._targets["learned_"].reshape(-1)
        first, size = self._run_of[:, None] * self._learned, self._params["batch"]
        while True:
            drawn = np.stack([of.integers(self._learned, size=size) for of in randoms])
            index = torch.from_numpy(drawn) + first
            yield rows[index].mT.contiguous(), values[index]

    def _made(self, randoms: list[np.random.Generator], fresh: Params) -> Batches:
        description, names = fresh["target"], fresh["seed_names"]
        targets = [
            target_of(
                description, self.variables, generator(self._params["root_seed"], *names, run)
            )
            for run in range(self.runs)
        ]
        size = self._params["batch"]
        while True:
            points = [of.random((_AT_ONCE * size, self.variables)) for of in randoms]
            wanted = [
                (targets[run](of) - self._scale[run, 0]) / self._scale[run, 1]
                for (run, _), of in zip(self.places, points, strict=True)
            ]
            ordered = [
                standardised(of)[:, self._reads[run]]
                for (run, _), of in zip(self.places, points, strict=True)
            ]
            x = torch.from_numpy(np.stack(ordered)).view(len(points), _AT_ONCE, size, -1)
            y = torch.from_numpy(np.stack(wanted).astype(np.float32)).view(
                len(points), _AT_ONCE, -1
            )
            for step in range(_AT_ONCE):
                yield x[:, step].mT.contiguous(), y[:, step].contiguous()

    def errors(self, network: Ensemble, name: str) -> Float64[np.ndarray, " place"]:
        """Return each place's mean squared error on examples that choose, or judge."""
        found = network.predict(self._inputs[name][self._run_of].mT.contiguous())
        return ((found - self._targets[name][self._run_of]) ** 2).mean(dim=1).double().numpy()


def _like(chosen: np.ndarray, values: np.ndarray) -> np.ndarray:
    return chosen.reshape(-1, *(1,) * (values.ndim - 1))
