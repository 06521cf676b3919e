"""Worlds: what targets are like where a structure is missing; methods stay as they are.

``additive``: a tree is a sum of functions of one variable each. ``one_constituent``: it is one
function of all variables. ``kinked``: constituents have kinks, so that they are smooth to no order.
``structured``: what has no structure is the tree, too.
"""

from typing import Literal

World = Literal["none", "identity", "additive", "one_constituent", "kinked", "structured"]
