"""Worlds: in each, one structure that the documents' statements rest on is missing.

``solution``: dense networks and own wirings begin at the genome's own solution, noised, so that
they are compositional by construction and every measure must see it. ``foreign``: networks are
judged by the parts of another scene. ``additive``: the sum of two edits is taken for both.
``recovered``: pruning by similarity, where Muon trains, leaves the genome's own network.
``longer`` and ``shorter``: Muon with many iterations has more steps, or fewer. ``told`` and
``contrary``: what the document says of networks, or its contrary, is told in place of what is
measured (``measures.generate_measures``), as controls of all judging.
"""

from typing import Any, Literal

World = Literal[
    "none",
    "identity",
    "solution",
    "foreign",
    "additive",
    "recovered",
    "longer",
    "shorter",
    "told",
    "contrary",
]


def touched(world: World) -> dict[str, Any]:
    """Return what a world adds to the parameters of a step: its name, or nothing."""
    return {} if world == "none" else {"world": world}
