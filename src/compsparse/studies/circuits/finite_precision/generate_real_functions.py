"""Step ``generate``: the circuits F_{n,m_out} of one real function (Lemma 1)."""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(inputs: Inputs, world: StepWorld, *, function: str, places: Sequence[int]) -> Outputs:
    """Return a circuit ``m<m_out>`` for each m_out of ``places``."""
    built = {f"m{count}": FUNCTIONS[function].circuit(count) for count in places}
    circuits = circuits_in_world(built, world)
    return {"data": circuit_arrays(circuits)}
