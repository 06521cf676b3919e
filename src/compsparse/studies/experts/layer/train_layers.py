"""Step ``train``: layers of equal weights, active or total, on equal batches."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.experts.layer.target import Kind, draw_target
from compsparse.studies.experts.learning import training
from compsparse.studies.experts.learning.gates import Highest
from compsparse.studies.experts.learning.network import Network, RoutedLayer
from compsparse.studies.experts.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    kind: Kind,
    skills: int,
    active: int,
    dimension: int,
    arms: Mapping[str, RoutedLayer],
    rates: Sequence[float],
    steps: int,
    batch: int,
    offset_step: float,
    judged: int,
    runs: int,
    checkpoints: Checkpoints = NOTHING_KEPT,
    world: World = "none",
) -> Outputs:
    """Return errors over the variance of the target, and the load of experts, of each arm.

    ``validation_<arm>`` and ``test_<arm>`` are by run and rate. ``load_<arm>`` is the share of test
    examples that go to each routed expert, at the rate with the least validation error, whose
    parameters are ``weights_<arm>``.
    """
    draw = partial(generator, root_seed, *seed_names)
    targets = [
        draw_target(kind, skills, active, dimension, draw("target", run), world)
        for run in range(runs)
    ]

    def drawn(role: str, number: int) -> training.Batch:
        made = [target(number, draw(role, run)) for run, target in enumerate(targets)]
        x, y = (np.stack(part) for part in zip(*made, strict=True))
        return x, np.zeros_like(x) if world == "blind" else x, y

    batches = drawn("batches", steps * batch)
    judging = {role: drawn(role, judged) for role in ("validation", "test")}

    def trained(name: str, layer: RoutedLayer) -> dict[str, np.ndarray]:
        step = 0.0 if world == "fixed_offsets" else offset_step
        inputs = dimension + skills
        network = Network([layer.layer(inputs, step)], dimension, len(rates) * runs, inputs)
        network.initialize([draw("weights", name, run) for _ in rates for run in range(runs)])
        training.learn(network, batches, rates, steps)
        found = {
            role: training.squared_errors(network, examples, len(rates)).mean(axis=2)
            for role, examples in judging.items()
        }
        best = found["validation"].argmin(axis=1)
        found["weights"] = training.of_rate(network.parameters, best, len(rates))
        (gate,) = network.gates
        if isinstance(gate, Highest):
            load = training.loads(network, gate, judging["test"], len(rates))
            found["load"] = training.of_rate(load, best, len(rates))
        return found

    works = [(name, partial(trained, name, layer)) for name, layer in arms.items()]
    found = training.in_parts(works, len(works), checkpoints)
    return {"model": {"rates": np.array(rates), **found}}
