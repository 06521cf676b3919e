"""Worlds: what is missing from targets or networks, or given to them; the rest stays the same.

``independent``: every combination of codes has maps of its own, where maps are shared otherwise.
``all_seen``: as that, and no combination is left out of training. ``shared_maps``: maps are shared
where every combination has its own otherwise. ``one_map``: all codes of a layer choose the same
map. ``swapped``: networks that see their own code see the next one, and vice versa. ``codeless``:
layers without experts see no code. ``one_layer``: deep networks of experts have one layer.
``no_skills``: the target of a single layer has its common part alone. ``blind``: the router of a
single layer reads nothing. ``fixed_offsets``: nothing is balanced, though it is said to be.
"""

from typing import Literal

World = Literal[
    "none",
    "identity",
    "independent",
    "shared_maps",
    "all_seen",
    "one_map",
    "swapped",
    "codeless",
    "one_layer",
    "no_skills",
    "blind",
    "fixed_offsets",
]


def independent_maps(world: World, *, independent: bool) -> bool:
    """Say whether every combination has maps of its own."""
    return (independent and world != "shared_maps") or world in ("independent", "all_seen")


def touched(world: World) -> dict[str, World]:
    """Return what a world adds to the parameters of a step: its name, or nothing."""
    return {} if world == "none" else {"world": world}
