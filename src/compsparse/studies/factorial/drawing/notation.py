"""How factorizations and complexities are written in figures, and equal points set apart."""

import re
from collections.abc import Iterable

import pandas as pd

from compsparse.figures import api as fig


def typeset(factorization: str) -> str:
    """Turn ``2^12`` or ``2^3*3^2*5`` into type with raised exponents."""
    raised = re.sub(r"\^(\d+)", lambda match: fig.superscript(int(match[1])), factorization)
    return raised.replace("*", " · ")


def typeset_all(factorizations: Iterable[object]) -> str:
    """Join the distinct factorizations in their order of appearance; of many, first and last."""
    names = [typeset(str(name)) for name in dict.fromkeys(factorizations)]
    return ", ".join(names) if len(names) <= 3 else f"{names[0]}, …, {names[-1]}"


def parent_range(counts: Iterable[int]) -> str:
    """Write a number of parents, or the range of several."""
    distinct = sorted(set(counts))
    ends = dict.fromkeys((distinct[0], distinct[-1]))
    return " to ".join(map(str, ends)) + (" parent" if distinct == [1] else " parents")


def spread_sideways(values: "pd.Series[int]", width: float) -> "pd.Series[float]":
    """Return the values, equal ones spread evenly over ``width`` around their value."""
    alike = values.groupby(values)
    return values + width * ((alike.cumcount() + 0.5) / alike.transform("size") - 0.5)
