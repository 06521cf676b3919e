"""Worlds: in each, one structure that the documents' statements rest on is missing.

``solution``: dense networks and own wirings begin at the genome's own solution, noised, so that
they are compositional by construction and every measure must see it; they are pruned as they are.
``rewired``: what is called a genome's wiring is rewired. ``coin``: survival and alignment are
tossed. ``additive``: the sum of two edits is taken for both. ``one_picture``: several are one.
"""

from typing import Any, Literal

World = Literal["none", "identity", "solution", "rewired", "coin", "additive", "one_picture"]


def touched(world: World) -> dict[str, Any]:
    """Return what a world adds to the parameters of a step: its name, or nothing."""
    return {} if world == "none" else {"world": world}
