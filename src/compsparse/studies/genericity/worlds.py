"""Worlds: what is missing from targets, or given to them.

``shuffled``: targets are those of other inputs of the batch, so that nothing can be learned.
``linear``: every product is replaced by its first variable, ``short``: by its first two.
``no_bias``: biased inputs are fair, and shifts twice as large.
``mirrored``: a unit of the first gradient is active by the product of all inputs, too.
``growing``: every product has another variable for each doubling of n beyond 16.
"""

from typing import Literal

World = Literal["none", "identity", "shuffled", "linear", "short", "growing", "no_bias", "mirrored"]


def touched(world: World) -> dict[str, World]:
    """Return what a world adds to the parameters of a step: its name, or nothing."""
    return {} if world == "none" else {"world": world}
