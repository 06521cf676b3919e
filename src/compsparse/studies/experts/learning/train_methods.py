"""Step ``train``: methods on equal fresh batches, at equal rates and steps, side by side."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

import numpy as np

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
Rows = Sequence[tuple[int, ...]]  # run and fold of each
Drawn = tuple[int, np.ndarray, np.random.Generator]  # run, combinations, and what draws inputs


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
        method: Method, together: Rows, drawn: Callable[[], training.Batch]
    ) -> dict[str, np.ndarray]:
        network = Network(shapes[method], dimension, len(rates) * len(together))
        if method == "sparse":
            network.sparsity = sparsity
        network.initialize([draw("weights", method, *row) for _ in rates for row in together])
        training.learn(network, drawn(), rates, steps)
        return _judged(network, skills, together, len(rates), judged, draw)

    chunks = [rows[start : start + _TOGETHER] for start in range(0, len(rows), _TOGETHER)]

    def works() -> Iterator[tuple[str, training.Work]]:
        for chunk in chunks:
            # once for all methods, and not at all where all were done before an interruption
            drawn = cache(partial(_batches, skills, chunk, steps * batch, draw, world))
            for method in methods:
                yield method, partial(trained, method, chunk, drawn)

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


def _batches(
    skills: Skills,
    rows: Rows,
    number: int,
    draw: partial[np.random.Generator],
    world: World,
) -> training.Batch:
    """Return examples of seen combinations; those of a row are the same for all methods."""

    def drawn(row: tuple[int, ...]) -> Drawn:
        random = draw("batches", *row)
        seen = np.flatnonzero(~skills.held_out[row] | (world == "all_seen"))
        return row[0], seen[random.integers(len(seen), size=number)], random

    return _examples(skills, map(drawn, rows))


def _examples(skills: Skills, drawn: Iterable[Drawn]) -> training.Batch:
    """Return fresh inputs, the codes of their combinations, and targets."""
    made = []
    for replicate, chosen, random in drawn:
        x = random.standard_normal((len(chosen), skills.linear.shape[-1]))
        y = apply_maps(skills.linear[replicate], skills.offset[replicate], x, chosen)
        made.append((x.astype(np.float32), skills.codes[chosen], y.astype(np.float32)))
    return tuple(np.stack(part) for part in zip(*made, strict=True))


def _judged(
    network: Network,
    skills: Skills,
    rows: Rows,
    rates: int,
    judged: int,
    draw: partial[np.random.Generator],
) -> dict[str, np.ndarray]:
    """Return what is measured of the networks, by row."""
    every = np.repeat(np.arange(len(skills.codes)), judged)
    errors = {}
    for kind in ("validation", "test"):
        examples = _examples(skills, ((row[0], every, draw(kind, row[0])) for row in rows))
        squares = training.squared_errors(network, examples, rates)
        errors[kind] = squares.reshape(len(rows), rates, -1, judged).mean(axis=3)
    seen = ~np.stack([skills.held_out[row] for row in rows])[:, None]
    validation = np.where(seen, errors["validation"], 0).sum(axis=2) / seen.sum(axis=2)
    best = validation.argmin(axis=1)
    return {
        "test": errors["test"],
        "validation": validation,
        "path": training.of_rate(network.paths(skills.codes), best, rates),
        "weights": training.of_rate(network.parameters, best, rates),
    }
