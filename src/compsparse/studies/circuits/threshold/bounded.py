"""Threshold gates as adders and comparators of bounded fan-in: Theorem 1, step 3.

Document 000, slide 'Proof', step 3: an adder network finds the sum S of w_i x_i in binary, a
comparator checks S >= theta; size of order r up to logarithms, depth O(log r) (``limits``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from compsparse.studies.circuits.arithmetic import addition
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit


def bounded_fan_in(threshold: ThresholdCircuit) -> Circuit:
    """Return a Boolean circuit with the same function and at most three sources per gate."""
    builder = Builder(threshold.inputs)
    negations: dict[int, int] = {}
    wires = list(range(threshold.inputs))  # of the threshold circuit, in the new one
    sources, weights = threshold.sources.tolist(), threshold.weights.tolist()
    offsets, thresholds = threshold.offsets.tolist(), threshold.thresholds.tolist()
    for gate, bound in enumerate(thresholds):
        edges = range(offsets[gate], offsets[gate + 1])
        signed = [(weights[edge], wires[sources[edge]]) for edge in edges]
        for weight, wire in signed:
            if weight < 0 and wire not in negations:
                negations[wire] = builder.negation(wire)
        # w x = |w| NOT x - |w| for a negative w, so that the threshold rises by |w|
        parts = [(abs(w), wire if w > 0 else negations[wire]) for w, wire in signed if w]
        shifted = bound + sum(-weight for weight, _ in signed if weight < 0)
        wires.append(
            addition.at_least(
                builder, addition.sum_of_columns(builder, binary_columns(parts)), shifted
            )
        )
    return builder.build([wires[wire] for wire in threshold.outputs.tolist()])


def binary_columns(parts: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the wires of each binary place of the sum of weight (above 0) times wire."""
    places = max((weight.bit_length() for weight, _ in parts), default=0)
    return [[wire for weight, wire in parts if weight >> place & 1] for place in range(places)]


@dataclass(frozen=True)
class Limits:
    """The largest size and depth of the circuit of one gate."""

    places: int  # of the largest sum of the weights' sizes, in binary
    size: int  # gates
    depth: int  # levels


def limits(weights: Sequence[int]) -> Limits:
    """Return the limits for a gate with these weights, none of them 0, and any threshold."""
    # a full adder, two gates, takes one wire away, and at least one of the weights' binary ones is
    # left; half adders, two gates, are at most one a place in each round of carry-save and in the
    # ripple; comparing takes less than a gate a place, and empty places share one constant; the
    # rounds, the ripple and one comparison follow each other
    columns = binary_columns([(abs(weight), wire) for wire, weight in enumerate(weights)])
    places = sum(map(abs, weights)).bit_length()
    rounds = addition.round_limit(max(map(len, columns)))
    negative = sum(weight < 0 for weight in weights)
    wires = sum(map(len, columns))
    return Limits(
        places,
        negative + 2 * (wires - 1) + 2 * places * (rounds + 1) + places,
        (negative > 0) + rounds + places + 1,
    )
