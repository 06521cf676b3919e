"""Step ``generate``: draw random starts of students, from which several trainings can begin."""

from collections.abc import Callable, Sequence

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.starts import law
from compsparse.studies.emergence.starts.stored import Basis
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

Draw = Callable[[np.random.Generator, int, int, int], Float64[np.ndarray, "neuron coordinate"]]
_DRAWS: dict[Basis, Draw] = {
    "teacher": law.draw_teacher_overlaps,
    "span": law.draw_coordinates,
    "space": law.draw_unit_vectors,
}


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    neurons: int,  # m
    directions: int,  # P, of the teacher
    dimension: int,  # d
    basis: Basis,  # coordinates that are kept
    runs: int,
) -> Outputs:
    """Draw ``runs`` independent sets of unit neurons.

    Returns:
        ``starts``: ``coordinates`` [run, neuron, coordinate], the teacher's directions first, and
        ``directions`` and ``dimension``, P and d.
    """
    coordinates = [
        # a generator per run: more runs change no earlier draw
        _DRAWS[basis](
            generator(root_seed, *seed_names, "start", run), neurons, directions, dimension
        )
        for run in range(runs)
    ]
    return {
        "starts": {
            "coordinates": np.stack(coordinates),
            "directions": np.array(directions),
            "dimension": np.array(dimension),
        }
    }
