"""Step ``generate``: the program of a Turing machine's circuit, and inputs to learn it from.

Document 000, slide after Theorem 4: supervision of the partial states, step by step, is enough.
"""

from compsparse.studies.circuits.machine_circuits.pipeline import pipeline
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.next_token.drawn_examples import drawn_examples
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.worlds.circuits import circuit_in_world
from compsparse.studies.circuits.worlds.tokens import program_in_world
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``data`` (``Examples``); params: machine, length, others of ``drawn_examples``."""
    name = params["machine"]
    if name not in PROGRAMS:
        raise ValueError(f"machine is {name!r}; allowed: {', '.join(PROGRAMS)}.")
    circuit = circuit_in_world(pipeline(PROGRAMS[name], params["length"]).bounded, params, "task")
    program = program_in_world(program_of(circuit), params)
    return {"data": drawn_examples(program, params).arrays()}
