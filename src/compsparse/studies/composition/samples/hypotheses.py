"""The version space: all tuples of hidden permutations consistent with the examples so far."""

from itertools import permutations as orders

import numpy as np
from jaxtyping import Int64, UInt8


class VersionSpace:
    """The tuples of k permutations of N symbols that are left; all (N!)^k of them at first."""

    def __init__(self, folds: int, symbols: int) -> None:
        """``folds`` is k, ``symbols`` N."""
        self._orders = np.array(list(orders(range(symbols))), dtype=np.uint8)
        self._folds = folds
        # rows are tuples, as indices into all orders; None stands for all tuples
        self._left: Int64[np.ndarray, "tuple fold"] | None = None

    @property
    def size(self) -> int:
        """How many tuples are left."""
        return len(self._orders) ** self._folds if self._left is None else len(self._left)

    def holds_only(self, hidden: Int64[np.ndarray, "fold symbol"]) -> bool:
        """Whether one tuple is left, and it is this one."""
        if self._left is None or len(self._left) != 1:
            return False
        return bool((self._orders[self._left[0]] == hidden).all())

    def learn(self, read: Int64[np.ndarray, "fold symbol"], start: int, answer: int) -> None:
        """Drop the tuples that, with what is read, do not lead from ``start`` to ``answer``."""
        if self._left is None:
            # [pi_1, ..., pi_t]: where each prefix of a tuple leads
            ends: UInt8[np.ndarray, "*order"] = np.array(start, dtype=np.uint8)
            for permutation in read.astype(np.uint8):
                ends = permutation[self._orders.T[ends]].reshape(*ends.shape, -1)
            self._left = np.argwhere(ends == answer)
            return
        places = np.full(len(self._left), start, dtype=np.uint8)
        for fold, permutation in enumerate(read):
            places = permutation[self._orders[self._left[:, fold], places]]
        self._left = self._left[places == answer]
