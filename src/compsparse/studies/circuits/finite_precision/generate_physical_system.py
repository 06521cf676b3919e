"""Step ``generate``: one time step of a physical system as circuits, at several precisions."""

from collections.abc import Sequence

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.catalogue import InWorlds, StepWorld
from compsparse.studies.circuits.worlds.circuits import circuits_in_world
from workflow_engine.steps import Inputs, Outputs


@InWorlds
def run(inputs: Inputs, world: StepWorld, *, system: str, fractions: Sequence[int]) -> Outputs:
    """Return a circuit ``w<fraction>`` for each number of places behind the binary point."""
    built = {f"w{fraction}": SYSTEMS[system].step(fraction) for fraction in fractions}
    circuits = circuits_in_world(built, world)
    return {"data": circuit_arrays(circuits)}
