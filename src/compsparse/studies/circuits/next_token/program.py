"""A program: threshold gates over earlier tokens, as the chain of thought of a circuit.

Document 000, Theorem 4, proof idea: "encode each gate evaluation in the computation DAG as a
token". A linear predictor decides by a threshold, so every token must be one threshold gate of the
tokens before it. NOT, AND, OR and MAJORITY are; XOR is not, and gets one more token, its carry:
with c = [a + b >= 2], XOR is [a + b - 2 c >= 1]. That holds for three sources too, so that the sum
of a full adder reads the carry that the adder has anyway.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Int8, Int16, Int32, Int64

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind

_MOST = 3  # sources of an XOR that one carry resolves
_CARRY = -2  # weight of the carry in an XOR
_Gate = tuple[tuple[int, ...], tuple[int, ...], int]  # sources, weights, threshold


class ProgramError(ValueError):
    """Gates or arrays that are no program."""


@dataclass(frozen=True, eq=False)
class Program:
    """Tokens 0 to n - 1 are the inputs, token n + g is gate g: is the weighted sum high enough?

    Attributes:
        inputs: number n of inputs.
        offsets: the sources of gate g are ``sources[offsets[g]:offsets[g + 1]]``.
        sources: tokens, each before the gate that reads it.
        weights: of the sources, whose values are 0 and 1.
        thresholds: a gate is true if its weighted sum is at least this.
        outputs: tokens.
    """

    inputs: int
    offsets: Int64[np.ndarray, " offset"]
    sources: Int32[np.ndarray, " edge"]
    weights: Int8[np.ndarray, " edge"]
    thresholds: Int16[np.ndarray, " gate"]
    outputs: Int32[np.ndarray, " output"]

    def __post_init__(self) -> None:
        """Refuse what is no program.

        Raises:
            ProgramError: sizes that do not fit, or a token that does not exist (yet).
        """
        fan_ins = np.diff(self.offsets)
        fit = len(self.offsets) == self.size + 1 and len(self.sources) == len(self.weights)
        if self.inputs < 0 or not fit:
            raise ProgramError(
                f"{self.inputs} inputs, {self.size} thresholds, {len(self.offsets)} offsets, "
                f"{len(self.sources)} sources and {len(self.weights)} weights do not fit together."
            )
        if self.offsets[0] != 0 or self.offsets[-1] != len(self.sources) or (fan_ins < 0).any():
            raise ProgramError("The offsets of the sources do not rise from 0 to their number.")
        own = np.repeat(np.arange(self.size) + self.inputs, fan_ins)
        if (self.sources < 0).any() or (self.sources >= own).any():
            raise ProgramError("A gate reads a token that does not exist before it.")
        if (self.outputs < 0).any() or (self.outputs >= self.tokens).any():
            raise ProgramError(f"An output is none of the tokens 0 to {self.tokens - 1}.")

    @property
    def size(self) -> int:
        """Number s of gates: tokens that are predicted."""
        return len(self.thresholds)

    @property
    def tokens(self) -> int:
        """Length of a sequence: inputs and gates."""
        return self.inputs + self.size

    @property
    def carries(self) -> Int64[np.ndarray, " carry"]:
        """Tokens that make an XOR a threshold gate: those that some gate subtracts twice."""
        return np.unique(self.sources[self.weights == _CARRY]).astype(np.int64)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the program as plain arrays, for ``program_of``."""
        return {
            "inputs": np.array(self.inputs),
            "offsets": self.offsets,
            "sources": self.sources,
            "weights": self.weights,
            "thresholds": self.thresholds,
            "outputs": self.outputs,
        }


def program_of(arrays: dict[str, np.ndarray]) -> Program:
    """Return the program of stored arrays; others among them are left alone.

    Raises:
        ProgramError: an array is missing, has another type or shape, or they are no program.
    """
    types = {
        "offsets": np.int64,
        "sources": np.int32,
        "weights": np.int8,
        "thresholds": np.int16,
        "outputs": np.int32,
    }
    for name, dtype in {"inputs": np.int64, **types}.items():
        if name not in arrays or arrays[name].dtype != dtype:
            raise ProgramError(f"A program needs the array {name!r} of type {np.dtype(dtype)}.")
        if arrays[name].ndim != (name != "inputs"):
            raise ProgramError(f"The array {name!r} of a program has {arrays[name].ndim} axes.")
    return Program(int(arrays["inputs"]), *(arrays[name] for name in types))


def from_circuit(circuit: Circuit) -> Program:
    """Return the program that computes every gate of a circuit, and the carries that XORs need.

    Raises:
        ProgramError: an XOR of more than three sources; bound the circuit's fan-in first.
    """
    gates: list[_Gate] = []
    known: dict[_Gate, int] = {}

    def add(sources: tuple[int, ...], weights: tuple[int, ...], threshold: int) -> int:
        gate = (sources, weights, threshold)
        if gate not in known:  # an adder's carry serves its sum too
            gates.append(gate)
            known[gate] = circuit.inputs + len(gates) - 1
        return known[gate]

    token = list(range(circuit.inputs))
    kinds, wires = circuit.kinds.tolist(), circuit.sources.tolist()
    for kind, (start, stop) in zip(kinds, pairwise(circuit.offsets.tolist()), strict=True):
        sources = tuple(sorted(token[wire] for wire in wires[start:stop]))
        ones = (1,) * len(sources)
        match Kind(kind):
            case Kind.ZERO | Kind.ONE:
                made = add((), (), 1 if kind == Kind.ZERO else 0)
            case Kind.NOT:
                made = add(sources, (-1,), 0)
            case Kind.OR:
                made = add(sources, ones, 1)
            case Kind.AND:
                made = add(sources, ones, len(sources))
            case Kind.MAJORITY:
                made = add(sources, ones, 2)
            case Kind.XOR if len(sources) == 1:
                made = add(sources, ones, 1)
            case Kind.XOR if len(sources) <= _MOST:
                made = add((*sources, add(sources, ones, 2)), (*ones, _CARRY), 1)
            case Kind.XOR:
                raise ProgramError(
                    f"An XOR of {len(sources)} sources is no threshold gate with one carry; at "
                    f"most {_MOST} sources are. Split it into smaller ones."
                )
        token.append(made)
    return _from_gates(circuit.inputs, gates, [token[wire] for wire in circuit.outputs.tolist()])


def _from_gates(inputs: int, gates: list[_Gate], outputs: list[int]) -> Program:
    offsets = np.zeros(len(gates) + 1, dtype=np.int64)
    np.cumsum([len(sources) for sources, _, _ in gates], out=offsets[1:])
    return Program(
        inputs,
        offsets,
        np.array([source for sources, _, _ in gates for source in sources], dtype=np.int32),
        np.array([weight for _, weights, _ in gates for weight in weights], dtype=np.int8),
        np.array([threshold for _, _, threshold in gates], dtype=np.int16),
        np.array(outputs, dtype=np.int32),
    )
