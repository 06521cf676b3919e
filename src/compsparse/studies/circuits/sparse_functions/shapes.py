"""Random compositions of three shapes: a tree, a chain, and a DAG that shares what it computes."""

from collections.abc import Callable, Sequence

import numpy as np

from compsparse.studies.circuits.sparse_functions.composition import (
    Composition,
    Constituent,
    random_tables,
)

GENERIC = "generic"  # the kind of functions that are no composition
Wiring = list[tuple[int, ...]]  # the sources of each constituent


def tree(inputs: int, arity: int, random: np.random.Generator) -> Wiring:
    """Join neighbours, ``arity`` at a time, level by level; the last of a level may be fewer."""
    made: Wiring = []
    level = list(range(inputs))
    while len(level) > 1:
        above = []
        for start in range(0, len(level), arity):
            group = tuple(level[start : start + arity])
            if len(group) == 1:  # left over: it goes up as it is
                above.append(group[0])
            else:
                made.append(group)
                above.append(inputs + len(made) - 1)
        level = above
    return made


def chain(inputs: int, arity: int, random: np.random.Generator) -> Wiring:
    """Let each constituent read the one before and the next ``arity`` - 1 inputs."""
    made: Wiring = [tuple(range(min(arity, inputs)))]
    for start in range(arity, inputs, arity - 1):
        fresh = range(start, min(start + arity - 1, inputs))
        made.append((inputs + len(made) - 1, *fresh))
    return made


def shared(inputs: int, arity: int, random: np.random.Generator) -> Wiring:
    """Let constituents read wires at random, so that many are read more than once.

    Each reads a wire that is still unread, every second one two of them, until one is unread,
    the output: after at most 2 (inputs - 1) constituents, all of which it depends on.
    """
    made: Wiring = []
    unread = list(range(inputs))
    while len(unread) > 1:
        first = unread.pop(int(random.integers(len(unread))))
        chosen = [first]
        if len(made) % 2:
            chosen.append(unread.pop(int(random.integers(len(unread)))))
        wires = inputs + len(made)
        while len(chosen) < min(arity, wires):
            wire = int(random.integers(wires))
            if wire not in chosen:
                chosen.append(wire)
                if wire in unread:
                    unread.remove(wire)
        made.append(tuple(chosen))
        unread.append(wires)
    return made


SHAPES: dict[str, Callable[[int, int, np.random.Generator], Wiring]] = {
    "tree": tree,
    "chain": chain,
    "shared": shared,
}


def most_constituents(inputs: int) -> int:
    """Return the largest number of constituents of a composition of any shape."""
    return 2 * (inputs - 1)


def random_composition(
    shape: str, inputs: int, arity: int, random: np.random.Generator
) -> Composition:
    """Return a composition of a shape, whose constituents are random functions."""
    # each depends on all of its sources: with others a long composition would soon be constant
    if shape not in SHAPES:
        raise ValueError(f"There is no shape {shape!r}; allowed: {', '.join(SHAPES)}.")
    if arity < 2 or inputs < 2:
        raise ValueError(
            f"Constituents of {arity} variables on {inputs} inputs; both must be at least 2."
        )
    wiring = SHAPES[shape](inputs, arity, random)
    return Composition(inputs, _with_tables(wiring, random))


def _with_tables(
    wiring: Sequence[tuple[int, ...]], random: np.random.Generator
) -> tuple[Constituent, ...]:
    arities = [len(sources) for sources in wiring]
    tables = {
        arity: iter(random_tables(arities.count(arity), arity, random))
        for arity in sorted(set(arities))
    }
    return tuple(Constituent(sources, next(tables[len(sources)])) for sources in wiring)
