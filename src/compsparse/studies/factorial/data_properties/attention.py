"""One head of scaled dot-product attention (document 004, Remark 3).

The factor embedding has the form of its output, a weighted sum of value vectors.
"""

import numpy as np
from jaxtyping import Float64


def attention(
    queries: Float64[np.ndarray, "x dimension"],
    keys: Float64[np.ndarray, "x token dimension"],
    values: Float64[np.ndarray, "x token value"],
) -> Float64[np.ndarray, "x value"]:
    """Return softmax(query . keys / sqrt(dimension)) applied to the values, one query per input."""
    scores = np.einsum("xd,xtd->xt", queries, keys) / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    attended: Float64[np.ndarray, "x value"] = np.einsum("xt,xtv->xv", weights, values)
    return attended
