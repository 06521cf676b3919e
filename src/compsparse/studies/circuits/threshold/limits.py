"""How large and deep the bounded-fan-in circuit of a threshold gate can be.

Document 000, slide 'Proof', step 3 says: size of order r up to logarithms, depth O(log r). These
are the numbers of the construction in ``threshold.bounded``, before any circuit is built.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from compsparse.studies.circuits.arithmetic.addition import round_limit
from compsparse.studies.circuits.threshold.bounded import binary_columns


@dataclass(frozen=True)
class Limits:
    """The largest size and depth of the circuit of one gate."""

    places: int  # of the largest sum of the weights' sizes, in binary
    size: int  # gates
    depth: int  # levels


def limits(weights: Sequence[int]) -> Limits:
    """Return the limits for a gate with these weights, none of them 0, and any threshold.

    A full adder, two gates, takes one wire away, and at least one of the weights' binary ones is
    left. Half adders, two gates, are at most one a place in each round of carry-save and in the
    ripple. Comparing takes less than a gate a place, and empty places share one constant.
    The rounds, the ripple through all places and one more comparison follow each other.
    """
    columns = binary_columns([(abs(weight), wire) for wire, weight in enumerate(weights)])
    places = sum(map(abs, weights)).bit_length()
    rounds = round_limit(max(map(len, columns)))
    negative = sum(weight < 0 for weight in weights)
    wires = sum(map(len, columns))
    return Limits(
        places,
        negative + 2 * (wires - 1) + 2 * places * (rounds + 1) + places,
        (negative > 0) + rounds + places + 1,
    )
