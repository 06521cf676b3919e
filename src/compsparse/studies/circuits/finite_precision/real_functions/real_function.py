"""Real functions and their circuits F_{n,m_out}.

Document 000, Lemma 1 and Theorem 2: F_{n,m_out} takes the n-bit codes Q_n(x) of x to an m_out-bit
number within 2^-m_out of f(x), for every x in [0, 1]^d.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.copying import without_dead_gates


@dataclass(frozen=True)
class RealFunction:
    """A function from [0, 1]^d to [0, 1], monotone in every coordinate, and how to compute it."""

    name: str  # a cell of the experiment
    formula: str  # in figures
    coordinates: int  # d
    true: Callable[..., Float64[np.ndarray, " point"]]  # of arrays of coordinates
    code_places: Callable[[int], int]  # n for m_out, as the error analysis asks for
    # adds the gates, given the wires of each coordinate's code (least significant first) and m_out;
    # returns m_out wires
    gates: Callable[[Builder, Sequence[Sequence[int]], int], list[int]]
    size_degree: int  # least integer degree that bounds the size as a power of n + m_out
    depth_degree: int

    def circuit(self, places: int) -> Circuit:
        """Return F_{n,m_out} for m_out = ``places``, the first coordinate's code in front."""
        if places < 1:
            raise ValueError(f"A result of {places} places says nothing; ask for at least 1.")
        width = self.code_places(places)
        builder = Builder(width * self.coordinates, fold=True)
        codes = [range(c * width, (c + 1) * width) for c in range(self.coordinates)]
        return without_dead_gates(builder.build(self.gates(builder, codes, places)))
