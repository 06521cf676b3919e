"""Step ``generate``: grids in which all states are equally likely."""

import numpy as np

from compsparse.studies.circuits.local_steps.cellular.stored import States
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw grids to learn from and grids to be asked about: ``data``, as ``stored.States``."""
    names = (params["root_seed"], *params["seed_names"])

    def drawn(role: str) -> np.ndarray:
        shape = (params[f"{role}_grids"], params["rows"], params["columns"])
        # a generator per run: more runs change no earlier draw
        return np.stack(
            [
                generator(*names, role, run).integers(2, size=shape, dtype=np.uint8)
                for run in range(params["runs"])
            ]
        ).astype(bool)

    return {"data": States(drawn("training"), drawn("test")).arrays()}
