"""Circuits as deep as their number of bits, with and without memory: a chain of XORs, and an adder.

In a chain every output depends on every input, and so does every error. In an adder a carry, with
its error, starts afresh wherever two bits agree.
"""

from compsparse.studies.circuits.arithmetic.addition import ripple_sum
from compsparse.studies.circuits.circuit.builder import Builder
from compsparse.studies.circuits.circuit.circuit import Circuit


def parity_chain(bits: int) -> Circuit:
    """Return the parity of at least two bits, one XOR of two sources after the other."""
    _require_two(bits)
    builder = Builder(bits)
    total = 0
    for wire in range(1, bits):
        total = builder.parity((total, wire))
    return builder.build([total])


def ripple_adder(bits: int) -> Circuit:
    """Return the sum of two numbers of ``bits`` bits each, at least two, by a rippling carry."""
    _require_two(bits)
    builder = Builder(2 * bits)
    return builder.build(ripple_sum(builder, range(bits), range(bits, 2 * bits)))


def _require_two(bits: int) -> None:
    if bits < 2:
        raise ValueError(f"{bits} bits make no chain; give at least 2.")


FAMILIES = {"parity_chain": parity_chain, "ripple_adder": ripple_adder}
