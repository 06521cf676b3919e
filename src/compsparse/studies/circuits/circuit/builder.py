"""Builds a circuit gate by gate, literally or folded.

Folding evaluates what is constant, drops what has no effect, and makes no gate twice.
"""

from collections.abc import Iterable, Sequence

from compsparse.studies.circuits.circuit import circuit, gates
from compsparse.studies.circuits.circuit.graph import CircuitError

ZERO, ONE, NOT, AND, OR, XOR, MAJORITY = gates.Kind


class Builder:
    """Adds gates to a circuit; every method returns the wire that carries the requested value."""

    def __init__(self, inputs: int, *, fold: bool = False) -> None:
        self.inputs = inputs
        self.fold = fold
        self._gates: list[tuple[gates.Kind, tuple[int, ...]]] = []
        self._known: dict[tuple[gates.Kind, tuple[int, ...]], int] = {}

    @property
    def size(self) -> int:
        """Number of gates so far."""
        return len(self._gates)

    def constant(self, value: bool) -> int:
        """Return a wire that is always true, or always false; one gate serves all requests."""
        return self._add(ONE if value else ZERO, (), shared=True)

    def negation(self, wire: int) -> int:
        """Return NOT wire."""
        if self.fold:
            kind, read = self._gate(wire)
            if kind in (ZERO, ONE):
                return self.constant(kind is ZERO)
            if kind is NOT:
                return read[0]
        return self._add(NOT, (wire,))

    def conjunction(self, wires: Iterable[int]) -> int:
        """Return whether all wires are true; with none, the constant true."""
        return self._junction(AND, tuple(wires))

    def disjunction(self, wires: Iterable[int]) -> int:
        """Return whether any wire is true; with none, the constant false."""
        return self._junction(OR, tuple(wires))

    def parity(self, wires: Iterable[int]) -> int:
        """Return whether an odd number of wires is true; with none, the constant false."""
        sources = tuple(wires)
        if not sources:
            return self.constant(False)
        if not self.fold:
            return self._add(XOR, sources)
        flip, odd = False, set[int]()
        for wire in sources:
            kind, read = self._gate(wire)
            if kind is NOT:
                flip, wire = not flip, read[0]
                kind, _ = self._gate(wire)
            if kind is ONE:
                flip = not flip
            elif kind is not ZERO:
                odd ^= {wire}
        left = tuple(sorted(odd))
        if not left:
            return self.constant(flip)
        result = left[0] if len(left) == 1 else self._add(XOR, left)
        return self.negation(result) if flip else result

    def majority(self, first: int, second: int, third: int) -> int:
        """Return whether at least two of three wires are true."""
        sources = (first, second, third)
        if not self.fold:
            return self._add(MAJORITY, sources)
        for position, wire in enumerate(sources):
            others = sources[:position] + sources[position + 1 :]
            kind, _ = self._gate(wire)
            if kind in (ZERO, ONE):
                return self._junction(AND if kind is ZERO else OR, others)
            if others[0] == others[1] or self._opposite(*others):
                return others[0] if others[0] == others[1] else wire
        return self._add(MAJORITY, tuple(sorted(sources)))

    def gate(self, kind: gates.Kind, wires: Sequence[int]) -> int:
        """Return a gate of any kind; CircuitError if the kind cannot have this many sources."""
        match kind, len(wires):
            case gates.Kind.AND | gates.Kind.OR, _:
                return self._junction(kind, tuple(wires))
            case gates.Kind.XOR, _:
                return self.parity(wires)
            case gates.Kind.MAJORITY, 3:
                return self.majority(*wires)
            case gates.Kind.NOT, 1:
                return self.negation(wires[0])
            case gates.Kind.ZERO | gates.Kind.ONE, 0:
                return self.constant(kind is ONE)
        raise CircuitError(f"A gate of kind {kind.name} cannot have {len(wires)} sources.")

    def build(self, outputs: Sequence[int]) -> circuit.Circuit:
        """Return the circuit of all gates with these outputs; CircuitError if a wire is missing."""
        return circuit.from_gates(self.inputs, self._gates, outputs)

    def _junction(self, kind: gates.Kind, sources: tuple[int, ...]) -> int:
        neutral = kind is AND  # the value that has no effect; its opposite decides
        if not sources:
            return self.constant(neutral)
        if not self.fold:
            return self._add(kind, sources)
        decides, without_effect = (ZERO, ONE) if neutral else (ONE, ZERO)
        left: list[int] = []
        for wire in sorted(set(sources)):
            made, read = self._gate(wire)
            # what a NOT reads is an earlier wire than its own
            if made is decides or (made is NOT and read[0] in left):
                return self.constant(not neutral)
            if made is not without_effect:
                left.append(wire)
        if len(left) <= 1:
            return left[0] if left else self.constant(neutral)
        return self._add(kind, tuple(left))

    def _gate(self, wire: int) -> tuple[gates.Kind | None, tuple[int, ...]]:
        return self._gates[wire - self.inputs] if wire >= self.inputs else (None, ())

    def _opposite(self, first: int, second: int) -> bool:
        pairs = ((first, second), (second, first))
        return any(self._gate(wire) == (NOT, (other,)) for wire, other in pairs)

    def _add(self, kind: gates.Kind, sources: tuple[int, ...], *, shared: bool = False) -> int:
        shared = shared or self.fold
        gate = (kind, sources)
        if shared and gate in self._known:
            return self._known[gate]
        self._gates.append(gate)
        wire = self.inputs + len(self._gates) - 1
        if shared:
            self._known[gate] = wire
        return wire
