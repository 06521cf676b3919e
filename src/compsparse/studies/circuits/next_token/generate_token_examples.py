"""Step ``generate``: the program of a task, and inputs to learn it from and to test it with."""

from compsparse.studies.circuits.next_token.drawn_examples import drawn_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from compsparse.studies.circuits.worlds.tokens import program_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data`` (``Examples``); params: task and bits, others of ``drawn_examples``."""
    circuit = circuit_in_world(circuit_of(params["task"], params["bits"]), params, "task")
    program = program_in_world(program_of(circuit), params)
    return {"data": drawn_examples(program, params).arrays()}
