"""Step ``train``: methods on equal fresh batches, at equal rates and steps, side by side."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from jaxtyping import Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.experts.learning import training
from compsparse.studies.experts.learning.methods import Method, network_of, size_of
from compsparse.studies.experts.learning.network import Network
from compsparse.studies.experts.skills.target import Skills, apply_maps
from compsparse.studies.experts.worlds import World
from workflow_engine.artifacts.named_axes import read_dataclass
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_TOGETHER = 5  # rows that are learned together: the numbers of more do not fit into caches


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    methods: Sequence[Method],
    width: int,
    rates: Sequence[float],
    sparsity: float,
    steps: int,
    batch: int,
    judged: int,
    checkpoints: Checkpoints = NOTHING_KEPT,
    world: World = "none",
) -> Outputs:
    """Return the errors of all methods, over the variance of the target.

    ``test_<method>`` is by combination, held-out ones included; ``validation_<method>`` is of the
    seen ones alone. ``path_<method>`` is by which experts each combination goes, and
    ``weights_<method>`` has all parameters, both of the rate with the least validation error.
    ``judged`` are the examples of each combination, for each of the two.
    """
    skills = read_dataclass(single(inputs, "skills"), Skills)
    runs, layers, _, dimension, _ = skills.linear.shape
    codes = skills.codes.shape[1] // layers
    folds = skills.held_out.shape[1]
    rows = list(np.ndindex(runs, folds))
    draw = partial(generator, root_seed, *seed_names)
    shapes = {
        method: network_of(method, codes, layers, dimension, width, world) for method in methods
    }

    def trained(
        method: Method, examples: Examples, drawn: Callable[[], training.Batch]
    ) -> dict[str, np.ndarray]:
        network = Network(shapes[method], dimension, len(rates) * len(examples.rows))
        if method == "sparse":
            network.sparsity = sparsity
        network.initialize([draw("weights", method, *row) for _ in rates for row in examples.rows])
        training.learn(network, drawn(), rates, steps)
        return _judged(network, examples, len(rates), judged)

    chunks = [rows[start : start + _TOGETHER] for start in range(0, len(rows), _TOGETHER)]

    def works() -> Iterator[tuple[str, training.Work]]:
        for chunk in chunks:
            examples = Examples(skills, chunk, draw)
            # once for all methods, and not at all where all were done before an interruption
            drawn = cache(partial(examples.seen, steps * batch, world))
            for method in methods:
                yield method, partial(trained, method, examples, drawn)

    found = training.in_parts(works(), len(chunks) * len(methods), checkpoints)
    joined = {name: np.concatenate(values) for name, values in found.items()}
    sizes = [size_of(made, dimension) for made in shapes.values()]
    return {
        "model": {
            **{name: v.reshape(runs, folds, *v.shape[1:]) for name, v in joined.items()},
            "held_out": skills.held_out,
            "rates": np.array(rates),
            "parameters": np.array(sizes),
        }
    }


@dataclass(frozen=True)
class Examples:
    """Draws fresh inputs, with the codes of their combinations and targets, for each row.

    Attributes:
        rows: run and fold of each.
        draw: returns the random generator of some names.
    """

    skills: Skills
    rows: Sequence[tuple[int, ...]]
    draw: partial[np.random.Generator]

    def seen(self, number: int, world: World) -> training.Batch:
        """Return so many of seen combinations; those of a row are the same for all methods."""
        made = []
        for row in self.rows:
            random = self.draw("batches", *row)
            seen = np.flatnonzero(~self.skills.held_out[row] | (world == "all_seen"))
            made.append(self._of(row[0], seen[random.integers(len(seen), size=number)], random))
        return tuple(np.stack(part) for part in zip(*made, strict=True))

    def every(self, kind: str, number: int) -> training.Batch:
        """Return so many of each combination; those of a run are the same for all folds."""
        every = np.repeat(np.arange(len(self.skills.codes)), number)
        made = [self._of(run, every, self.draw(kind, run)) for run, _ in self.rows]
        return tuple(np.stack(part) for part in zip(*made, strict=True))

    def _of(
        self, run: int, chosen: Int64[np.ndarray, " example"], random: np.random.Generator
    ) -> training.Batch:
        x = random.standard_normal((len(chosen), self.skills.linear.shape[-1]))
        y = apply_maps(self.skills.linear[run], self.skills.offset[run], x, chosen)
        return x.astype(np.float32), self.skills.codes[chosen], y.astype(np.float32)


def _judged(network: Network, examples: Examples, rates: int, judged: int) -> dict[str, np.ndarray]:
    """Return what is measured of the networks, by row."""
    errors = {}
    for kind in ("validation", "test"):
        squares = training.squared_errors(network, examples.every(kind, judged), rates)
        errors[kind] = squares.reshape(*squares.shape[:2], -1, judged).mean(axis=3)
    seen = ~np.stack([examples.skills.held_out[row] for row in examples.rows])[:, None]
    validation = np.where(seen, errors["validation"], 0).sum(axis=2) / seen.sum(axis=2)
    best = validation.argmin(axis=1)
    paths = network.paths(examples.skills.codes)
    return {
        "test": errors["test"],
        "validation": validation,
        "path": training.of_rate(paths, best, rates),
        "weights": training.of_rate(network.parameters, best, rates),
    }
