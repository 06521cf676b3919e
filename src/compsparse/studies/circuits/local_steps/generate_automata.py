"""Step ``generate``: random automata and strings for them."""

import numpy as np

from compsparse.studies.circuits.local_steps.automata.automaton import drawn
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data``, as ``stored.Tasks``; params: ``Automata``, for one kind and size."""
    symbols = params["symbols"]
    wanted = {name: params[name] for name in ("kind", "states", "least_visits", "largest_chance")}

    def generators(role: str) -> list[np.random.Generator]:
        # one for each run: more runs change no earlier draw
        names = (params["root_seed"], *params["seed_names"], role)
        return [generator(*names, run) for run in range(params["runs"])]

    def strings(role: str) -> np.ndarray:
        shape = (params[f"{role}_strings"], params[f"{role}_length"])
        return np.stack(
            [one.integers(symbols, size=shape, dtype=np.uint8) for one in generators(role)]
        )

    tables = [
        drawn(one, symbols=symbols, length=params["training_length"], **wanted).follows
        for one in generators("automaton")
    ]
    parts = {role: strings(role) for role in ("training", "test")}
    return {"data": {"follows": np.stack(tables), **parts}}
