"""Evaluators as one would write them first: arrays of bits gate by gate, and a sparse network."""

from functools import reduce
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float64
from scipy.sparse import csr_array

from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.gates import Kind, value


def evaluate_arrays(
    circuit: Circuit, bits: Bool[np.ndarray, "input bit"]
) -> Bool[np.ndarray, "input output"]:
    """Return the outputs for each input, one numpy operation on all inputs per source."""
    wires = list(bits.T.copy())
    kinds, sources = circuit.kinds.tolist(), circuit.sources.tolist()
    for kind, (start, stop) in zip(kinds, pairwise(circuit.offsets.tolist()), strict=True):
        read = [wires[wire] for wire in sources[start:stop]]
        match Kind(kind):
            case Kind.ZERO | Kind.ONE:
                wires.append(np.full(len(bits), kind == Kind.ONE))
            case Kind.NOT:
                wires.append(~read[0])
            case Kind.MAJORITY:
                first, second, third = read
                wires.append(first & second | third & (first | second))
            case Kind.AND:
                wires.append(reduce(np.logical_and, read))
            case Kind.OR:
                wires.append(reduce(np.logical_or, read))
            case Kind.XOR:
                wires.append(reduce(np.logical_xor, read))
    return np.stack([wires[wire] for wire in circuit.outputs.tolist()], axis=1)


class SparseNetwork:
    """The circuit as a network of ReLUs, two sparse matrices per level (Lemma 4).

    A gate is a sum of steps of the number s of its true sources: relu(s - j + 1) - relu(s - j)
    rises from 0 to 1 at s = j.
    """

    def __init__(self, circuit: Circuit) -> None:
        """Make the matrices of all levels."""
        self.circuit = circuit
        self.layers = []
        levels = circuit.levels[circuit.inputs :]
        gates = np.argsort(levels, kind="stable")
        for level in np.split(gates, np.flatnonzero(np.diff(levels[gates])) + 1):
            self.layers.append((circuit.inputs + level, *self._layer(level)))

    def _layer(
        self, gates: np.ndarray
    ) -> tuple[csr_array, Float64[np.ndarray, "unit 1"], csr_array, Float64[np.ndarray, "gate 1"]]:
        into: list[tuple[int, int]] = []
        out: list[tuple[int, int, float]] = []
        biases: list[float] = []
        constants: list[float] = []
        for position, gate in enumerate(gates.tolist()):
            start, stop = self.circuit.offsets[gate : gate + 2].tolist()
            sources = self.circuit.sources[start:stop].tolist()
            kind = Kind(int(self.circuit.kinds[gate]))
            truth = [
                value(kind, [place < s for place in range(len(sources))])
                for s in range(len(sources) + 1)
            ]
            constants.append(float(truth[0]))
            for s, (before, after) in enumerate(pairwise(truth), start=1):
                if before != after:
                    for threshold, sign in ((s - 1, 1.0), (s, -1.0)):
                        into += [(len(biases), source) for source in sources]
                        out.append((position, len(biases), sign * (int(after) - int(before))))
                        biases.append(-float(threshold))
        rows, columns = zip(*into, strict=True) if into else ((), ())
        read = csr_array(
            (np.ones(len(rows)), (rows, columns)), shape=(len(biases), self.circuit.wires)
        )
        targets, units, signs = zip(*out, strict=True) if out else ((), (), ())
        write = csr_array((signs, (targets, units)), shape=(len(gates), len(biases)))
        return read, np.array(biases)[:, None], write, np.array(constants)[:, None]

    def evaluate(self, bits: Bool[np.ndarray, "input bit"]) -> Bool[np.ndarray, "input output"]:
        """Return the outputs for each input."""
        wires = np.zeros((self.circuit.wires, len(bits)))
        wires[: self.circuit.inputs] = bits.T
        for targets, read, biases, write, constants in self.layers:
            units = np.maximum(read @ wires + biases, 0.0)
            wires[targets] = write @ units + constants
        return np.asarray(wires[self.circuit.outputs].T > 0.5)
