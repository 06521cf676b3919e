"""Booleans of a file are bytes of 0 and 1; numpy takes others and then reckons with both."""

import numpy as np


def require_booleans(name: str, array: np.ndarray) -> None:
    """Refuse an array that claims to hold booleans and has other bytes.

    Raises:
        ValueError: naming the entry.
    """
    if array.dtype == np.bool_ and array.view(np.uint8).max(initial=0) > 1:
        raise ValueError(f"entry {name!r} claims booleans, but has bytes other than 0 and 1")
