"""Step ``generate``: the circuits F_{n,m_out} of one real function (Lemma 1)."""

from compsparse.studies.circuits.circuit.stored import circuit_arrays
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import FUNCTIONS
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return a circuit ``m<m_out>`` of the ``function`` for each m_out of ``places``."""
    function = FUNCTIONS[params["function"]]
    built = {f"m{places}": function.circuit(places) for places in params["places"]}
    circuits = {name: circuit_in_world(circuit, params, name) for name, circuit in built.items()}
    return {"data": circuit_arrays(circuits)}
