"""The real functions of this study, by name, and their stored circuits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.stored import read_circuits
from compsparse.studies.circuits.finite_precision.real_functions import (
    algebraic,
    logarithm,
    real_function,
    sine,
)
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.steps import Inputs, many

FUNCTIONS: dict[str, real_function.RealFunction] = {
    function.name: function
    for function in (
        algebraic.PRODUCT,
        algebraic.SQUARE_ROOT,
        algebraic.DISTANCE,
        algebraic.RECIPROCAL,
        logarithm.LOGARITHM,
        sine.SINE,
    )
}


@dataclass(frozen=True)
class Member:
    """One circuit F_{n,m_out}."""

    function: real_function.RealFunction
    places: int  # m_out
    circuit: Circuit

    @property
    def code_places(self) -> int:
        """N, the places of the code of each coordinate."""
        return self.function.code_places(self.places)


def read_members(
    inputs: Inputs, functions: Sequence[str], places: Sequence[int]
) -> Iterator[Member]:
    """Yield the circuits of each function, by increasing m_out (``places``)."""
    for name, path in zip(functions, many(inputs, "circuits"), strict=True):
        circuits = read_circuits(path)
        for count in sorted(places):
            yield _member(path, FUNCTIONS[name], count, circuits)


def _member(
    path: Path, function: real_function.RealFunction, places: int, circuits: dict[str, Circuit]
) -> Member:
    key = f"m{places}"
    if key not in circuits:
        raise ArtifactError(path, f"It has no circuit {key!r} of {places} places.")
    circuit = circuits[key]
    wires = function.coordinates * function.code_places(places), places
    if (circuit.inputs, len(circuit.outputs)) != wires:
        raise ArtifactError(
            path,
            f"Its circuit {key!r} has {circuit.inputs} inputs and {len(circuit.outputs)} outputs; "
            f"{function.name} takes {wires[0]} and {wires[1]}.",
        )
    return Member(function, places, circuit)
