"""The gates that Lemma 3 of document 000 is about: those of at most three sources."""

from itertools import product

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.networks.subnetwork import LARGEST_FAN_IN, gate_table

Table = tuple[bool, ...]

# kind and number of sources of every gate that bounded circuits are made of
STANDARD_GATES: dict[str, tuple[Kind, int]] = {
    "NOT": (Kind.NOT, 1),
    "AND 2": (Kind.AND, 2),
    "OR 2": (Kind.OR, 2),
    "XOR 2": (Kind.XOR, 2),
    "AND 3": (Kind.AND, 3),
    "OR 3": (Kind.OR, 3),
    "XOR 3": (Kind.XOR, 3),
    "MAJ 3": (Kind.MAJORITY, 3),
}


def standard_tables() -> dict[str, Table]:
    """Return the values of each gate by the number of true sources."""
    return {
        name: tuple(gate_table(kind, fan_in)) for name, (kind, fan_in) in STANDARD_GATES.items()
    }


def all_tables() -> list[Table]:
    """Return all 4 + 16 + 256 Boolean functions of 1 to 3 bits, by the number that these write."""
    return [
        table
        for fan_in in range(1, LARGEST_FAN_IN + 1)
        for table in product((False, True), repeat=2**fan_in)
    ]
