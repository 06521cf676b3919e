"""Step ``generate``: random automata and strings for them."""

import numpy as np

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.local_steps.automata.automaton import drawn


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw an automaton for each run, strings to learn from and longer ones to be asked about.

    Params: those of ``Automata``, for one kind and size. Returns ``data``, as ``stored.Tasks``.
    """
    names = (params["root_seed"], *params["seed_names"])
    symbols, length = params["symbols"], params["training_length"]
    tables = [
        drawn(
            generator(*names, "automaton", run),
            params["kind"],
            params["states"],
            symbols,
            length,
            params["least_visits"],
            params["largest_chance"],
        ).follows
        for run in range(params["runs"])
    ]

    def strings(role: str) -> np.ndarray:
        shape = (params[f"{role}_strings"], params[f"{role}_length"])
        return np.stack(
            [
                generator(*names, role, run).integers(symbols, size=shape, dtype=np.uint8)
                for run in range(params["runs"])
            ]
        )

    return {
        "data": {
            "follows": np.stack(tables),
            "training": strings("training"),
            "test": strings("test"),
        }
    }
