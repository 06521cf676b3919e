"""Builds a circuit gate by gate, literally or folded.

Folding evaluates what is constant, drops what has no effect, and makes no gate twice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from compsparse.studies.circuits.circuit import circuit, gates
from compsparse.studies.circuits.circuit.graph import CircuitError


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
        return self._add(gates.Kind.ONE if value else gates.Kind.ZERO, (), shared=True)

    def negation(self, wire: int) -> int:
        """Return NOT wire."""
        if self.fold:
            if self._kind(wire) in (gates.Kind.ZERO, gates.Kind.ONE):
                return self.constant(self._kind(wire) is gates.Kind.ZERO)
            if self._kind(wire) is gates.Kind.NOT:
                return self._gates[wire - self.inputs][1][0]
        return self._add(gates.Kind.NOT, (wire,))

    def conjunction(self, wires: Iterable[int]) -> int:
        """Return whether all wires are true; with none, the constant true."""
        return self._junction(gates.Kind.AND, tuple(wires))

    def disjunction(self, wires: Iterable[int]) -> int:
        """Return whether any wire is true; with none, the constant false."""
        return self._junction(gates.Kind.OR, tuple(wires))

    def parity(self, wires: Iterable[int]) -> int:
        """Return whether an odd number of wires is true; with none, the constant false."""
        sources = tuple(wires)
        if not sources:
            return self.constant(False)
        if not self.fold:
            return self._add(gates.Kind.XOR, sources)
        flip = False
        odd: Counter[int] = Counter()
        for wire in sources:
            kind = self._kind(wire)
            if kind is gates.Kind.NOT:
                flip = not flip
                wire = self._gates[wire - self.inputs][1][0]
                kind = self._kind(wire)
            if kind is gates.Kind.ONE:
                flip = not flip
            elif kind is not gates.Kind.ZERO:
                odd[wire] += 1
        left = tuple(sorted(wire for wire, count in odd.items() if count % 2))
        if not left:
            return self.constant(flip)
        result = left[0] if len(left) == 1 else self._add(gates.Kind.XOR, left)
        return self.negation(result) if flip else result

    def majority(self, first: int, second: int, third: int) -> int:
        """Return whether at least two of three wires are true."""
        sources = (first, second, third)
        if not self.fold:
            return self._add(gates.Kind.MAJORITY, sources)
        for position, wire in enumerate(sources):
            others = sources[:position] + sources[position + 1 :]
            if self._kind(wire) is gates.Kind.ZERO:
                return self.conjunction(others)
            if self._kind(wire) is gates.Kind.ONE:
                return self.disjunction(others)
            if others[0] == others[1] or self._opposite(*others):
                return others[0] if others[0] == others[1] else wire
        return self._add(gates.Kind.MAJORITY, tuple(sorted(sources)))

    def gate(self, kind: gates.Kind, wires: Sequence[int]) -> int:
        """Return a gate of any kind; CircuitError if the kind cannot have this many sources."""
        match kind:
            case gates.Kind.ZERO | gates.Kind.ONE if not wires:
                return self.constant(kind is gates.Kind.ONE)
            case gates.Kind.NOT if len(wires) == 1:
                return self.negation(wires[0])
            case gates.Kind.AND:
                return self.conjunction(wires)
            case gates.Kind.OR:
                return self.disjunction(wires)
            case gates.Kind.XOR:
                return self.parity(wires)
            case gates.Kind.MAJORITY if len(wires) == 3:
                return self.majority(*wires)
        raise CircuitError(f"A gate of kind {kind.name} cannot have {len(wires)} sources.")

    def build(self, outputs: Sequence[int]) -> circuit.Circuit:
        """Return the circuit of all gates with these outputs; CircuitError if a wire is missing."""
        return circuit.from_gates(self.inputs, self._gates, outputs)

    def _junction(self, kind: gates.Kind, sources: tuple[int, ...]) -> int:
        neutral = kind is gates.Kind.AND  # the value that has no effect; its opposite decides
        if not sources:
            return self.constant(neutral)
        if not self.fold:
            return self._add(kind, sources)
        kinds = {wire: self._kind(wire) for wire in sources}
        if (gates.Kind.ZERO if neutral else gates.Kind.ONE) in kinds.values():
            return self.constant(not neutral)
        left = sorted(
            wire for wire, made in kinds.items() if made not in (gates.Kind.ZERO, gates.Kind.ONE)
        )
        among = set(left)
        for wire in left:
            if kinds[wire] is gates.Kind.NOT and self._gates[wire - self.inputs][1][0] in among:
                return self.constant(not neutral)
        if len(left) <= 1:
            return left[0] if left else self.constant(neutral)
        return self._add(kind, tuple(left))

    def _kind(self, wire: int) -> gates.Kind | None:
        return self._gates[wire - self.inputs][0] if wire >= self.inputs else None

    def _opposite(self, first: int, second: int) -> bool:
        return any(
            self._kind(wire) is gates.Kind.NOT and self._gates[wire - self.inputs][1][0] == other
            for wire, other in ((first, second), (second, first))
        )

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
