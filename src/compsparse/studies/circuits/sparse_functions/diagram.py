"""Shannon's expansion: reduced ordered binary decision diagrams, the last variable tested first."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.sparse_functions.tables import variables_of

TERMINALS = 2  # nodes 0 and 1 are the constants


@dataclass(frozen=True)
class Diagram:
    """A function as nodes that test one variable each."""

    variables: int
    # variable, and the node to go on with where it is false and where it is true; node i of the
    # list has the number i + 2, and goes on with lower numbers only
    nodes: tuple[tuple[int, int, int], ...]
    opposites: tuple[int | None, ...]  # by number: the node of the negation, if any
    root: int  # number of the node of the function itself


def diagram_of(table: Bool[np.ndarray, " entry"]) -> Diagram:
    """Return the diagram of a table."""
    numbers: dict[tuple[int, int, int], int] = {}
    level = [int(entry) for entry in table.tolist()]
    for variable in range(variables_of(table)):
        above = []
        for low, high in zip(level[::2], level[1::2], strict=True):
            if low == high:
                above.append(low)
            else:
                node = (variable, low, high)
                above.append(numbers.setdefault(node, len(numbers) + TERMINALS))
        level = above
    opposites: list[int | None] = [1, 0]
    for variable, low, high in numbers:
        opposite_low, opposite_high = opposites[low], opposites[high]
        known = opposite_low is not None and opposite_high is not None
        opposites.append(
            numbers.get((variable, opposite_low, opposite_high)) if known else None  # type: ignore[arg-type]
        )
    return Diagram(variables_of(table), tuple(numbers), tuple(opposites), level[0])


def most_nodes(variables: int) -> list[int]:
    """Return the largest possible number of nodes that test each variable."""
    # nodes of variable v are subfunctions of v + 1 variables: at most as many as paths through the
    # variables tested before, and as functions that depend on variable v
    return [
        min(2 ** (variables - 1 - variable), 2**2 ** (variable + 1) - 2**2**variable)
        for variable in range(variables)
    ]


def expected_nodes(variables: int) -> float:
    """Return the exact mean number of nodes of a uniformly random function."""
    # the 2^(d-r) subfunctions of the first r variables are independent and uniform among 2^(2^r)
    mean = 0.0
    for asked in range(1, variables + 1):
        functions = 2.0 ** min(2**asked, 1000)  # beyond, none is drawn twice
        draws = 2.0 ** (variables - asked)
        depending = functions - 2.0 ** (min(2**asked, 1000) // 2)
        mean += depending * -np.expm1(draws * np.log1p(-1 / functions))
    return float(mean)
