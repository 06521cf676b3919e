"""Worlds: what targets are like where a structure is missing; methods stay as they are.

``rotated``: inputs are turned by a random rotation, so that the same function has no sparse weights
on them. ``shuffled_labels``: labels are those of other examples. ``dense_teacher``: every
constituent reads all inputs. ``one_constituent``: all constituents, or all outputs of
a transformer, are the same one.
``structured_nulls``: labels that teach nothing are not shuffled, and constituents that read all
inputs read an eighth of them.
"""

from typing import Literal

World = Literal[
    "none",
    "identity",
    "rotated",
    "shuffled_labels",
    "dense_teacher",
    "one_constituent",
    "structured_nulls",
]
