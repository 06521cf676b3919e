"""Worlds: targets that lack one structure; the methods stay the same.

``additive``: a tree is a sum of functions of one variable each. ``one_constituent``: it is one
function of all variables. ``kinked``: constituents have kinks and so no smoothness. ``structured``:
the target without structure is the tree, too. ``mismatched``: tree networks that read the variables
in the order of the target's tree read them in another one, and vice versa; a source and a target
that shared constituents share none, and vice versa.
"""

from typing import Literal

World = Literal[
    "none", "identity", "additive", "one_constituent", "kinked", "structured", "mismatched"
]
