"""How factorizations and complexities are written in figures."""

import re
from collections.abc import Iterable

from compsparse.figures import api as fig


def typeset(factorization: str) -> str:
    """Turn ``2^12`` or ``2^3*3^2*5`` into type with raised exponents."""
    raised = re.sub(r"\^(\d+)", lambda match: fig.superscript(int(match[1])), factorization)
    return raised.replace("*", " · ")


def typeset_all(factorizations: Iterable[object]) -> str:
    """Join the distinct factorizations in their order of appearance; of many, first and last."""
    names = [typeset(str(name)) for name in dict.fromkeys(factorizations)]
    return ", ".join(names) if len(names) <= 3 else f"{names[0]}, …, {names[-1]}"


def statistical(complexity: int) -> str:
    """Write a statistical complexity."""
    return f"SC {complexity:,}"


def approximation(complexity: int) -> str:
    """Write an approximation complexity."""
    return f"AC {complexity:,}"


def parent_range(counts: Iterable[int]) -> str:
    """Write a number of parents, or the range of several."""
    distinct = sorted(set(counts))
    if distinct == [1]:
        return "1 parent"
    if len(distinct) == 1:
        return f"{distinct[0]} parents"
    return f"{distinct[0]} to {distinct[-1]} parents"
