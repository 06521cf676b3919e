"""Worlds: what is missing from targets or networks, or given to them; the rest stays the same."""

from typing import Literal

World = Literal[
    "none",
    "identity",
    "independent",  # each combination of codes has maps of its own, where they are shared otherwise
    "shared_maps",  # maps are shared where each combination has its own otherwise
    "all_seen",  # as independent, and no combination is left out of training
    "one_map",  # all codes of a layer choose the same map
    "swapped",  # networks that see their own code see the next one, and vice versa
    "codeless",  # layers without experts see no code
    "one_layer",  # deep networks of experts have one layer
    "no_skills",  # the target of a single layer has its common part alone
    "blind",  # the router of a single layer reads nothing
    "fixed_offsets",  # nothing is balanced, though it is said to be
]
