"""Worlds: what targets are like where a structure is missing; methods stay as they are.

``additive``: a tree is a sum of functions of one variable each. ``one_constituent``: it is one
function of all variables. ``kinked``: constituents have kinks, so that they are smooth to no order.
``structured``: what has no structure is the tree, too. ``mismatched``: tree networks that read
variables as the target's tree does read them in another order, and the reverse; a source and a
target that shared constituents share none, and the reverse.
"""

from typing import Literal

World = Literal[
    "none", "identity", "additive", "one_constituent", "kinked", "structured", "mismatched"
]
