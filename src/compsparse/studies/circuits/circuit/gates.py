"""The kinds of gates and what they compute."""

from collections.abc import Sequence
from enum import IntEnum


class Kind(IntEnum):
    """A kind of gate. All are symmetric: a gate's value depends on how many sources are true."""

    ZERO = 0
    ONE = 1
    NOT = 2
    AND = 3
    OR = 4
    XOR = 5  # true if an odd number of sources is
    MAJORITY = 6  # of three sources, true if at least two are


ARITIES = {  # smallest and largest number of sources; None: any
    Kind.ZERO: (0, 0),
    Kind.ONE: (0, 0),
    Kind.NOT: (1, 1),
    Kind.AND: (1, None),
    Kind.OR: (1, None),
    Kind.XOR: (1, None),
    Kind.MAJORITY: (3, 3),
}


def allowed(kind: Kind, arity: int) -> bool:
    """Say whether a gate of this kind can have ``arity`` sources."""
    least, most = ARITIES[kind]
    return least <= arity and (most is None or arity <= most)


def value(kind: Kind, sources: Sequence[bool]) -> bool:
    """Return what a gate computes: the definition that all evaluators are tested against."""
    true = sum(map(bool, sources))
    match kind:
        case Kind.ZERO:
            return False
        case Kind.ONE:
            return True
        case Kind.NOT:
            return true == 0
        case Kind.AND:
            return true == len(sources)
        case Kind.OR:
            return true > 0
        case Kind.XOR:
            return true % 2 == 1
        case Kind.MAJORITY:
            return true >= 2
