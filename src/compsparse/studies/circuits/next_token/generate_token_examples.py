"""Step ``generate``: the program of a task, and inputs to learn it from and to test it with."""

from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.next_token.drawn_examples import drawn_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data`` (see ``Examples``).

    Params: task and bits (see ``circuit_of``); others of ``drawn_examples``.
    """
    program = program_of(circuit_of(params["task"], params["bits"]))
    return {"data": drawn_examples(program, params).arrays()}
