"""Rules by name: two reversible gases, and an irreversible one.

``billiard``: the billiard-ball model (Fredkin and Toffoli 1982; as a rule on blocks, Margolus
1984), in which balls can carry out any computation. ``gas``: the lattice gas of Hardy, Pomeau and
de Pazzis (1973) on diagonals. ``annihilating``: billiard balls that vanish when two meet.
"""

import numpy as np

from compsparse.studies.circuits.local_steps.cellular.block_rule import BLOCKS, BlockRule

_OPPOSITE = (3, 2, 1, 0)  # the corner across the block
_SINGLES = (1, 2, 4, 8)
_DIAGONALS = (0b1001, 0b0110)  # two particles that move towards each other
_EMPTY = 0


def rule(name: str) -> BlockRule:
    """Return a rule by its name."""
    if name not in _TABLES:
        raise ValueError(f"There is no rule {name!r}; the rules are {', '.join(_TABLES)}.")
    return BlockRule(name, np.array(_TABLES[name](), dtype=np.uint8))


def _billiard() -> list[int]:
    """A lone ball crosses its block, two on a diagonal turn; everything else stands still."""
    after = list(range(BLOCKS))
    for single in _SINGLES:
        after[single] = _crossed(single)
    return _turned(after)


def _gas() -> list[int]:
    """Every particle crosses its block, but two alone on a diagonal leave at right angles."""
    return _turned([_crossed(block) for block in range(BLOCKS)])


def _annihilating() -> list[int]:
    after = _billiard()
    for diagonal in _DIAGONALS:
        after[diagonal] = _EMPTY
    return after


def _turned(after: list[int]) -> list[int]:
    first, second = _DIAGONALS
    after[first], after[second] = second, first
    return after


def _crossed(block: int) -> int:
    return sum(1 << _OPPOSITE[corner] for corner in range(4) if block >> corner & 1)


_TABLES = {"billiard": _billiard, "gas": _gas, "annihilating": _annihilating}
