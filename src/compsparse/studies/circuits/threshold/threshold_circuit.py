"""A circuit of linear threshold gates (LTF): each is true if a weighted sum reaches a threshold.

Document 000, slide 'Proof', Theorem 1: a gate of r sources computes 1{sum of w_i x_i >= theta} for
whole numbers w_i and theta. Fan-in is not bounded; size and depth count gates.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Int32, Int64

_LARGEST = 2**62  # of a gate's |weights| together, or of a |threshold|: sums stay below 2^63
_BLOCK = 2**21  # values of all wires that are worked on at once


class ThresholdCircuitError(ValueError):
    """Arrays that are no circuit of threshold gates."""


@dataclass(frozen=True, eq=False)
class ThresholdCircuit:
    """A circuit whose wires are its inputs, in order, and then its gates, in topological order.

    Attributes:
        inputs: number n of inputs; gate g drives wire n + g.
        thresholds: of the gates; one without sources is true if its threshold is at most 0.
        offsets: the sources of gate g are ``sources[offsets[g]:offsets[g + 1]]``.
        sources: wires, each before the gate that reads it; one that occurs twice counts twice.
        weights: of the sources.
        outputs: wires.
    """

    inputs: int
    thresholds: Int64[np.ndarray, " gate"]
    offsets: Int64[np.ndarray, " offset"]  # one more than gates
    sources: Int32[np.ndarray, " edge"]
    weights: Int64[np.ndarray, " weight"]  # as many as edges
    outputs: Int32[np.ndarray, " output"]

    def __post_init__(self) -> None:
        """Refuse what is no circuit of threshold gates.

        Raises:
            ThresholdCircuitError: arrays that do not fit together, a source or an output that does
                not exist (yet), or weights whose sum could overflow.
        """
        if self.inputs < 0 or len(self.offsets) != self.size + 1:
            raise ThresholdCircuitError(
                f"{self.inputs} inputs, {self.size} thresholds and {len(self.offsets)} offsets "
                "are no circuit; one offset more than thresholds is needed."
            )
        fan_ins = np.diff(self.offsets)
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.sources) or (fan_ins < 0).any():
            raise ThresholdCircuitError(
                "The offsets of the sources do not rise from 0 to their number."
            )
        if len(self.weights) != len(self.sources):
            raise ThresholdCircuitError(
                f"{len(self.sources)} sources have {len(self.weights)} weights; one each is needed."
            )
        own = np.repeat(np.arange(self.size) + self.inputs, fan_ins)
        wrong = np.flatnonzero((self.sources < 0) | (self.sources >= own))
        if len(wrong):
            edge = wrong[0]
            raise ThresholdCircuitError(
                f"Gate {own[edge] - self.inputs} reads wire {self.sources[edge]}, which does not "
                f"exist before it; wires 0 to {own[edge] - 1} do."
            )
        if (self.outputs < 0).any() or (self.outputs >= self.wires).any():
            raise ThresholdCircuitError(f"An output is none of the wires 0 to {self.wires - 1}.")
        # in float64, whose rounding is far below the room that the limit leaves
        sums = np.bincount(own, np.abs(self.weights.astype(float)), minlength=1)
        largest = max(
            float(sums.max()), float(np.abs(self.thresholds.astype(float)).max(initial=0))
        )
        if largest > _LARGEST:
            raise ThresholdCircuitError(
                f"A gate has |weights| or a |threshold| of {largest:.3g} together; at most "
                f"{_LARGEST} = 2^62, so that its sum fits into 64 bits. Take smaller weights."
            )

    @property
    def size(self) -> int:
        """Number of gates."""
        return len(self.thresholds)

    @property
    def wires(self) -> int:
        """Number of inputs and gates."""
        return self.inputs + self.size

    @property
    def edges(self) -> int:
        """Number of sources of all gates together."""
        return len(self.sources)

    @cached_property
    def fan_ins(self) -> Int64[np.ndarray, " gate"]:
        """Number of sources of each gate."""
        return np.diff(self.offsets)

    @property
    def fan_in(self) -> int:
        """The largest number of sources of a gate; 0 without gates."""
        return int(self.fan_ins.max(initial=0))

    @cached_property
    def levels(self) -> Int32[np.ndarray, " wire"]:
        """Level of each wire: 0 for inputs and constants, else one more than the highest source."""
        levels = [0] * self.wires
        sources, offsets = self.sources.tolist(), self.offsets.tolist()
        for gate, (start, stop) in enumerate(pairwise(offsets)):
            if stop > start:
                levels[self.inputs + gate] = 1 + max(map(levels.__getitem__, sources[start:stop]))
        return np.array(levels, dtype=np.int32)

    @property
    def depth(self) -> int:
        """The highest level of an output; 0 without outputs."""
        return int(self.levels[self.outputs].max(initial=0))

    def evaluate_bits(
        self, bits: Bool[np.ndarray, "input bit"]
    ) -> Bool[np.ndarray, "input output"]:
        """Return the outputs for each input.

        Raises:
            ValueError: not one column for each input of the circuit.
        """
        if bits.shape[1] != self.inputs:
            raise ValueError(
                f"The circuit has {self.inputs} inputs, but got {bits.shape[1]} columns of bits."
            )
        groups = self._groups()
        results = np.empty((len(bits), len(self.outputs)), dtype=bool)
        block = max(1, _BLOCK // max(self.wires, 1))
        for first in range(0, len(bits), block):
            part = bits[first : first + block]
            values = np.empty((self.wires, len(part)), dtype=bool)
            values[: self.inputs] = part.T
            for gates, edges in groups:
                sums = np.zeros((len(gates), len(part)), dtype=np.int64)
                for of_gates in edges.T:
                    sums += self.weights[of_gates, None] * values[self.sources[of_gates]]
                values[self.inputs + gates] = sums >= self.thresholds[gates, None]
            results[first : first + block] = values[self.outputs].T
        return results

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the circuit as plain arrays, for ``from_arrays``."""
        return {
            "inputs": np.array(self.inputs),
            "thresholds": self.thresholds,
            "offsets": self.offsets,
            "sources": self.sources,
            "weights": self.weights,
            "outputs": self.outputs,
        }

    def _groups(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return gates of one level and fan-in, which are evaluated at once, and their edges."""
        levels = self.levels[self.inputs :]
        order = np.lexsort((self.fan_ins, levels))
        keys = np.stack([levels, self.fan_ins])[:, order]
        starts = np.flatnonzero(np.any(np.diff(keys, prepend=-1), axis=0))
        groups = [order[start:stop] for start, stop in pairwise([*starts.tolist(), self.size])]
        return [
            (gates, self.offsets[gates][:, None] + np.arange(self.fan_ins[gates[0]]))
            for gates in groups
        ]


def from_arrays(arrays: dict[str, np.ndarray]) -> ThresholdCircuit:
    """Return the circuit of stored arrays.

    Raises:
        ThresholdCircuitError: an array is missing, has another type or shape, or they are none.
    """
    types = {
        "thresholds": np.int64,
        "offsets": np.int64,
        "sources": np.int32,
        "weights": np.int64,
        "outputs": np.int32,
    }
    for name, dtype in {"inputs": np.int64, **types}.items():
        if name not in arrays or arrays[name].dtype != dtype:
            raise ThresholdCircuitError(
                f"A circuit of threshold gates needs the array {name!r} of type {np.dtype(dtype)}."
            )
        if arrays[name].ndim != (name != "inputs"):
            raise ThresholdCircuitError(
                f"The array {name!r} of a circuit of threshold gates has {arrays[name].ndim} axes."
            )
    return ThresholdCircuit(int(arrays["inputs"]), *(arrays[name] for name in types))
