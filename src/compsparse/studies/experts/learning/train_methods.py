"""Step ``train``: methods on equal fresh batches, at equal rates and steps, side by side."""

from collections.abc import Callable, Iterable, Sequence
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

Rows = Sequence[tuple[int, ...]]  # run and fold of each
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
    runs, layers, combinations, dimension, _ = skills.linear.shape
    codes = skills.codes.shape[1] // layers
    folds = skills.held_out.shape[1]
    rows = list(np.ndindex(runs, folds))
    draw = partial(generator, root_seed, *seed_names)
    sizes = codes, layers, dimension, width
    shapes = {method: network_of(method, *sizes, world) for method in methods}

    def learned(chunk: Rows) -> training.Batch:
        """Return examples of seen combinations; those of a row are the same for all methods."""
        chosen = []
        for row in chunk:
            random = draw("batches", *row)
            seen = np.flatnonzero(~skills.held_out[row] | (world == "all_seen"))
            chosen.append((row[0], seen[random.integers(len(seen), size=steps * batch)], random))
        return _examples(skills, chosen)

    def errors(network: Network, chunk: Rows, kind: str) -> np.ndarray:
        """Return errors [row, rate, combination]; all folds of a run have the same examples."""
        every = np.repeat(np.arange(combinations), judged)
        examples = _examples(skills, [(run, every, draw(kind, run)) for run, _ in chunk])
        squares = training.squared_errors(network, examples, len(rates))
        return np.asarray(squares.reshape(*squares.shape[:2], -1, judged).mean(axis=3))

    def trained(
        method: Method, chunk: Rows, batches: Callable[[], training.Batch]
    ) -> dict[str, np.ndarray]:
        network = Network(shapes[method], dimension, len(rates) * len(chunk))
        if method == "sparse":
            network.sparsity = sparsity
        network.initialize([draw("weights", method, *row) for _ in rates for row in chunk])
        training.learn(network, batches(), rates, steps)
        seen = ~np.stack([skills.held_out[row] for row in chunk])[:, None]
        validation = np.where(seen, errors(network, chunk, "validation"), 0).sum(axis=2)
        validation /= seen.sum(axis=2)
        best = validation.argmin(axis=1)
        return {
            "test": errors(network, chunk, "test"),
            "validation": validation,
            "path": training.of_rate(network.paths(skills.codes), best, len(rates)),
            "weights": training.of_rate(network.parameters, best, len(rates)),
        }

    chunks = [rows[start : start + _TOGETHER] for start in range(0, len(rows), _TOGETHER)]
    # batches: once for all methods, and not at all where all were done before an interruption
    given = ((chunk, cache(partial(learned, chunk))) for chunk in chunks)
    works = ((name, partial(trained, name, *part)) for part in given for name in methods)
    found = training.in_parts(works, len(chunks) * len(methods), checkpoints)
    model = {name: v.reshape(runs, folds, *v.shape[1:]) for name, v in found.items()}
    parameters = np.array([size_of(made, dimension) for made in shapes.values()])
    about = {"held_out": skills.held_out, "rates": np.array(rates), "parameters": parameters}
    return {"model": {**model, **about}}


def _examples(
    skills: Skills, drawn: Iterable[tuple[int, np.ndarray, np.random.Generator]]
) -> training.Batch:
    """Return fresh inputs of some combinations of a run, their codes and targets, row by row."""
    made = []
    for run, chosen, random in drawn:
        x = random.standard_normal((len(chosen), skills.linear.shape[-1]))
        y = apply_maps(skills.linear[run], skills.offset[run], x, chosen)
        made.append((x.astype(np.float32), skills.codes[chosen], y.astype(np.float32)))
    return tuple(np.stack(part) for part in zip(*made, strict=True))
