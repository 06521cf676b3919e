"""Step ``generate``: random automata and strings for them."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.circuits.local_steps.automata.automaton import Kind, drawn
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    kind: Kind,
    states: int,
    symbols: int,
    least_visits: float,
    largest_chance: float,
    training_strings: int,
    training_length: int,
    test_strings: int,
    test_length: int,
    runs: int,
) -> Outputs:
    """Return ``data``, as ``stored.Tasks``; see ``automaton.drawn`` for the constraints."""

    def generators(role: str) -> list[np.random.Generator]:
        # one per run: more runs change no earlier draw
        return [generator(root_seed, *seed_names, role, run) for run in range(runs)]

    def strings(role: str, *shape: int) -> np.ndarray:
        draws = [
            random.integers(symbols, size=shape, dtype=np.uint8) for random in generators(role)
        ]
        return np.stack(draws)

    tables = [
        drawn(random, kind, states, symbols, training_length, least_visits, largest_chance).follows
        for random in generators("automaton")
    ]
    return {
        "data": {
            "follows": np.stack(tables),
            "training": strings("training", training_strings, training_length),
            "test": strings("test", test_strings, test_length),
        }
    }
