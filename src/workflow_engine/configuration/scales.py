"""Scales, from the quickest to the documents' own sizes: a claim has a smallest one."""

from typing import Literal, get_args

Scale = Literal["smoke", "default", "papersize", "paper"]
SCALES: tuple[Scale, ...] = get_args(Scale)


def is_below(scale: Scale, smallest: Scale) -> bool:
    """Return whether ``scale`` is too small for what is testable from ``smallest`` on."""
    return SCALES.index(scale) < SCALES.index(smallest)
