"""Arrays of the files that training and pruning write; biases come last (``one_more``)."""

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

FIRST = {
    "first_weights": Float32[np.ndarray, "run unit one_more"],
    "first_readout": Float32[np.ndarray, "run unit_more"],
}
DENSE = {
    **FIRST,
    "weights": Float32[np.ndarray, "run unit one_more"],
    "readout": Float32[np.ndarray, "run unit_more"],
    "learned": Float64[np.ndarray, " run"],
    "choosing": Float64[np.ndarray, " run"],
    "judged": Float64[np.ndarray, " run"],
}
ROUNDS = {
    "counts": Int64[np.ndarray, " round"],
    "learned": Float64[np.ndarray, "run round"],
    "choosing": Float64[np.ndarray, "run round"],
    "judged": Float64[np.ndarray, "run round"],
    "whole": Int64[np.ndarray, ""],
    "ticket": Bool[np.ndarray, "run unit d"],
    "found": Bool[np.ndarray, " run"],
}
