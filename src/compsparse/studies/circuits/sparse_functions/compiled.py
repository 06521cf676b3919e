"""Circuits of bounded fan-in of functions by cases, and of compositions of them.

Document 000, slide 'Theorem' after Theorem 2: sparsity implies small circuits of bounded fan-in. A
node of a diagram is a multiplexer of at most 3 gates, and each variable is negated once, so that k
variables take at most 3 (2^(k-1) - 1) + k < 2 * 2^k gates, however large the whole function is.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.circuit import circuit, copying
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.sparse_functions.composition import Composition, variables_of

TERMINALS = 2  # nodes 0 and 1 are the constants


@dataclass(frozen=True)
class Diagram:
    """Shannon's expansion: a reduced ordered binary decision diagram, last variable first."""

    variables: int
    # variable, and the node to go on with where it is false and where it is true; node i of the
    # list has the number i + 2, and goes on with lower numbers only
    nodes: tuple[tuple[int, int, int], ...]
    opposites: tuple[int | None, ...]  # by number: the node of the negation, if any
    root: int  # number of the node of the function itself


def diagram_of(table: Bool[np.ndarray, " entry"]) -> Diagram:
    """Return the diagram of a table."""
    numbers: dict[tuple[int, int, int], int] = {}
    level = [int(entry) for entry in table.tolist()]
    for variable in range(variables_of(table)):
        above = []
        for low, high in zip(level[::2], level[1::2], strict=True):
            if low == high:
                above.append(low)
            else:
                node = (variable, low, high)
                above.append(numbers.setdefault(node, len(numbers) + TERMINALS))
        level = above
    opposites: list[int | None] = [1, 0]
    for variable, low, high in numbers:
        opposite_low, opposite_high = opposites[low], opposites[high]
        known = opposite_low is not None and opposite_high is not None
        opposites.append(
            numbers.get((variable, opposite_low, opposite_high)) if known else None  # type: ignore[arg-type]
        )
    return Diagram(variables_of(table), tuple(numbers), tuple(opposites), level[0])


def most_nodes(variables: int) -> list[int]:
    """Return the largest possible number of nodes that test each variable."""
    # nodes of variable v are subfunctions of v + 1 variables: at most as many as paths through the
    # variables tested before, and as functions that depend on variable v
    return [
        min(2 ** (variables - 1 - variable), 2**2 ** (variable + 1) - 2**2**variable)
        for variable in range(variables)
    ]


def expected_nodes(variables: int) -> float:
    """Return the exact mean number of nodes of a uniformly random function."""
    # the 2^(d-r) subfunctions of the first r variables are independent and uniform among 2^(2^r)
    mean = 0.0
    for asked in range(1, variables + 1):
        functions = 2.0 ** min(2**asked, 1000)  # beyond, none is drawn twice
        draws = 2.0 ** (variables - asked)
        depending = functions - 2.0 ** (min(2**asked, 1000) // 2)
        mean += depending * -np.expm1(draws * np.log1p(-1 / functions))
    return float(mean)


MULTIPLEXER = 3  # gates, besides the negation of the variable


def circuit_of(composition: Composition) -> circuit.Circuit:
    """Return a circuit of a composition, with equal gates shared and without dead ones."""
    builder = Builder(composition.inputs, fold=True)
    wires = list(range(composition.inputs))
    for constituent in composition.constituents:
        read = [wires[source] for source in constituent.sources]
        wires.append(_placed(builder, diagram_of(constituent.table), read))
    return copying.without_dead_gates(builder.build([wires[-1]]))


def circuit_of_table(table: Bool[np.ndarray, " entry"]) -> circuit.Circuit:
    """Return the circuit that a diagram of the whole function gives."""
    diagram = diagram_of(table)
    builder = Builder(diagram.variables, fold=True)
    output = _placed(builder, diagram, list(range(diagram.variables)))
    return copying.without_dead_gates(builder.build([output]))


def most_gates(variables: int) -> int:
    """Return the largest number of gates of a function of ``variables`` variables."""
    # nodes of the first variable are that variable or its negation
    return MULTIPLEXER * sum(most_nodes(variables)[1:]) + variables


def most_gates_of(composition: Composition) -> int:
    """Return the largest number of gates of a composition: the sum over its constituents."""
    return sum(most_gates(len(constituent.sources)) for constituent in composition.constituents)


def _placed(builder: Builder, diagram: Diagram, variables: list[int]) -> int:
    """Add the gates of a diagram; return the wire of its function."""
    wires: list[int | None] = [None, None]  # a constant gets a gate only if it is the function
    for number, (variable, low, high) in enumerate(diagram.nodes, start=len(wires)):
        asked = variables[variable]
        opposite = diagram.opposites[number]
        if opposite is not None and opposite < number:
            built = wires[opposite]
            assert built is not None  # only constants have none
            wires.append(builder.negation(built))
        else:
            mirrored = diagram.opposites[low] == high
            wires.append(
                _multiplexer(builder, asked, (low, wires[low]), (high, wires[high]), mirrored)
            )
    output = wires[diagram.root]
    return builder.constant(bool(diagram.root)) if output is None else output


def _multiplexer(
    builder: Builder,
    asked: int,
    low: tuple[int, int | None],
    high: tuple[int, int | None],
    mirrored: bool,
) -> int:
    """Return (asked and high) or (not asked and low); nodes are given as number and wire."""
    (low_number, low_wire), (high_number, high_wire) = low, high
    if low_wire is None and high_wire is None:
        return asked if high_number else builder.negation(asked)
    if low_wire is None:
        assert high_wire is not None
        if low_number:
            return builder.disjunction([builder.negation(asked), high_wire])
        return builder.conjunction([asked, high_wire])
    if high_wire is None:
        if high_number:
            return builder.disjunction([asked, low_wire])
        return builder.conjunction([builder.negation(asked), low_wire])
    if mirrored:
        return builder.parity([asked, low_wire])
    return builder.disjunction(
        [
            builder.conjunction([asked, high_wire]),
            builder.conjunction([builder.negation(asked), low_wire]),
        ]
    )
