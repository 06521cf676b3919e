"""Worlds: targets that lack one structure; the methods stay the same.

``rotated``: inputs are multiplied by a random rotation, so that the same function has no sparse
weights in them. ``shuffled_labels``: labels are permuted among examples. ``dense_teacher``: every
constituent reads all inputs. ``one_constituent``: all constituents, or all outputs of a
transformer, are the same. ``one_kind``: all constituents are ReLUs, and majorities are tables
like the others. ``structured_nulls``: the labels of the null are not shuffled, and
constituents that read all inputs read an eighth of them.
"""

from typing import Literal

World = Literal[
    "none",
    "identity",
    "rotated",
    "shuffled_labels",
    "dense_teacher",
    "one_constituent",
    "one_kind",
    "structured_nulls",
]
