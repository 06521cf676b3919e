"""Step ``train``: methods on equal fresh batches, at equal rates and steps, side by side."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.experts.learning.methods import Method, network_of
from compsparse.studies.experts.learning.network import Network
from compsparse.studies.experts.learning.training import Batch, learn, of_rate, squared_errors
from compsparse.studies.experts.skills.target import Skills, apply_skills
from compsparse.studies.experts.worlds import World
from workflow_engine.artifacts.named_axes import read_dataclass
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_TOGETHER = 5  # rows that are learned together: the numbers of more do not fit into caches
Rows = Sequence[tuple[int, ...]]  # run and fold of each


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
        method: Method, together: Rows, drawn: Callable[[], Batch], kept: Checkpoints
    ) -> dict[str, np.ndarray]:
        if kept.due():
            kept.save({}, f"{method}, of runs from {together[0][0]} on")
        network = Network(shapes[method], dimension, len(rates) * len(together))
        if method == "sparse":
            network.sparsity = sparsity
        network.initialize([draw("weights", method, *row) for _ in rates for row in together])
        learn(network, _in_steps(drawn(), skills.codes, steps), rates, steps)
        return _judged(network, skills, together, len(rates), judged, draw)

    chunks = [rows[start : start + _TOGETHER] for start in range(0, len(rows), _TOGETHER)]
    parts, found = Parts(checkpoints, len(chunks) * len(methods)), dict[str, list[np.ndarray]]()
    for chunk in chunks:
        # once for all methods, and not at all where all were done before an interruption
        drawn = cache(partial(_drawn, skills, chunk, steps * batch, draw, world))
        for method in methods:
            for name, values in parts.do(partial(trained, method, chunk, drawn)).items():
                found.setdefault(f"{name}_{method}", []).append(values)
    joined = {name: np.concatenate(values) for name, values in found.items()}
    sizes = [sum(layer.parameters(dimension) for layer in layers) for layers in shapes.values()]
    return {
        "model": {
            **{name: v.reshape(runs, folds, *v.shape[1:]) for name, v in joined.items()},
            "held_out": skills.held_out,
            "rates": np.array(rates),
            "parameters": np.array(sizes),
        }
    }


def _drawn(
    skills: Skills,
    rows: Rows,
    number: int,
    draw: partial[np.random.Generator],
    world: World,
) -> Batch:
    """Return examples of seen combinations; those of a row are the same for all methods."""
    made = []
    for row in rows:
        random = draw("batches", *row)
        seen = np.flatnonzero(~skills.held_out[row] | (world == "all_seen"))
        chosen = seen[random.integers(len(seen), size=number)]
        made.append(_examples(skills, row[0], chosen, random))
    x, chosen, y = (np.stack(part) for part in zip(*made, strict=True))
    return x, chosen, y


def _in_steps(
    drawn: Batch, codes: Float32[np.ndarray, "combination code"], steps: int
) -> Iterator[Batch]:
    """Yield inputs, codes and targets of each step."""
    split = [np.array_split(part, steps, axis=1) for part in drawn]
    for x, chosen, y in zip(*split, strict=True):
        yield x, codes[chosen], y


def _examples(
    skills: Skills,
    replicate: int,
    chosen: Int64[np.ndarray, " example"],
    random: np.random.Generator,
) -> Batch:
    """Return fresh inputs, their combinations, and targets."""
    x = random.standard_normal((len(chosen), skills.linear.shape[-1]))
    y = apply_skills(skills, replicate, x, chosen)
    return x.astype(np.float32), chosen, y.astype(np.float32)


def _judged(
    network: Network,
    skills: Skills,
    rows: Rows,
    rates: int,
    judged: int,
    draw: partial[np.random.Generator],
) -> dict[str, np.ndarray]:
    """Return what is measured of the networks, by row."""
    number = len(skills.codes)
    every = np.repeat(np.arange(number), judged)
    errors = {}
    for kind in ("validation", "test"):
        made = [_examples(skills, row[0], every, draw(kind, row[0])) for row in rows]
        x, chosen, y = (np.stack(part) for part in zip(*made, strict=True))
        squares = squared_errors(network, (x, skills.codes[chosen], y), rates)
        errors[kind] = squares.reshape(*squares.shape[:2], number, judged).mean(axis=3)
    seen = ~np.stack([skills.held_out[row] for row in rows])[:, None]
    validation = np.where(seen, errors["validation"], 0).sum(axis=2) / seen.sum(axis=2)
    best = validation.argmin(axis=1)
    return {
        "test": errors["test"],
        "validation": validation,
        "path": of_rate(network.paths(skills.codes), best, rates),
        "weights": of_rate(network.parameters, best, rates),
    }
