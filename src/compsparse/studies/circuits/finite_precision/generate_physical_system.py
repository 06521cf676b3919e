"""Step ``generate``: one time step of a physical system as circuits, at several precisions."""

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.dynamics.catalogue import SYSTEMS
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return a circuit ``w<fraction>`` of the ``system`` for each of ``fractions``."""
    system = SYSTEMS[params["system"]]
    built = {f"w{fraction}": system.step(fraction) for fraction in params["fractions"]}
    circuits = {name: circuit_in_world(circuit, params, name) for name, circuit in built.items()}
    return {"data": circuit_arrays(circuits)}
