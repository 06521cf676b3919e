"""Step ``generate``: draw random starts of students, on which several trainings can begin."""

from collections.abc import Callable

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.starts import law
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

Draw = Callable[[np.random.Generator, int, int, int], Float64[np.ndarray, "neuron coordinate"]]
_DRAWS: dict[str, Draw] = {
    "teacher": law.draw_teacher_overlaps,
    "span": law.draw_coordinates,
    "space": law.draw_unit_vectors,
}


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw ``params["runs"]`` independent sets of unit neurons.

    Params: root_seed; seed_names; neurons, m; directions, P, of the teacher; dimension, d; basis,
    ``teacher``, its P directions, ``span``, P + m coordinates that span all neurons as well, or
    ``space``, all d; runs. Returns ``starts``: ``coordinates`` [run, neuron, coordinate], the
    teacher's directions first, and ``directions`` and ``dimension``, P and d.
    """
    if params["basis"] not in _DRAWS:
        raise ValueError(f"basis is {params['basis']!r}; allowed: {sorted(_DRAWS)}.")
    for name in ("runs", "neurons", "directions"):
        if params[name] < 1:
            raise ValueError(f"{name} is {params[name]}; a start needs at least 1.")
    draw = _DRAWS[params["basis"]]
    names = (params["root_seed"], *params["seed_names"], "start")
    coordinates = [
        # a generator per run: more runs change no earlier draw
        draw(generator(*names, run), params["neurons"], params["directions"], params["dimension"])
        for run in range(params["runs"])
    ]
    return {
        "starts": {
            "coordinates": np.stack(coordinates),
            "directions": np.array(params["directions"]),
            "dimension": np.array(params["dimension"]),
        }
    }
