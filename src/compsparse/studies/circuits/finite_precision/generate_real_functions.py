"""Step ``generate``: the circuits F_{n,m_out} of one real function (Lemma 1)."""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.worlds.catalogue import NONE, World
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from compsparse.studies.circuits.worlds.step_world import StepWorld
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    function: str,
    places: Sequence[int],
    world: World = NONE,
) -> Outputs:
    """Return a circuit ``m<m_out>`` for each m_out of ``places``."""
    built = {f"m{count}": FUNCTIONS[function].circuit(count) for count in places}
    circuits = circuits_in_world(built, StepWorld(world, root_seed, seed_names))
    return {"data": circuit_arrays(circuits)}
