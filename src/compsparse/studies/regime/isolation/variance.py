"""The fraction of variance that each factor of a balanced design explains.

The design has every setting of one factor, every depth and every wiring once for each seed. For one
seed, sums of squares are computed for depth, wiring and both together, for the factor, and for the
rest, which is the interaction of factor and architecture, and noise. The fraction is omega squared,

    (SS - df MS_rest) / (SS_total + MS_rest),

which unlike eta squared has the expectation 0 for a factor without effect, for any number of
settings; so it may be negative.
"""

import numpy as np
from jaxtyping import Float64

ARCHITECTURE = ("depth", "wiring", "depth and wiring")


def variance_shares(values: Float64[np.ndarray, "setting depth wiring"]) -> dict[str, float]:
    """Return the fractions of variance of each effect: ``depth``, ``wiring``, and so on.

    Architecture is the sum of the first three, at its own degrees of freedom. All are NaN where
    nothing varies, or where a value is NaN.
    """
    settings, depths, wirings = values.shape
    centred = values - values.mean()
    depth, wiring = centred.mean(axis=(0, 2)), centred.mean(axis=(0, 1))
    both = centred.mean(axis=0) - depth[:, None] - wiring[None, :]
    squares = {
        "depth": (settings * wirings * float((depth**2).sum()), depths - 1),
        "wiring": (settings * depths * float((wiring**2).sum()), wirings - 1),
        "depth and wiring": (settings * float((both**2).sum()), (depths - 1) * (wirings - 1)),
        "factor": (depths * wirings * float((centred.mean(axis=(1, 2)) ** 2).sum()), settings - 1),
    }
    total = float((centred**2).sum())
    freedom = (settings - 1) * (depths * wirings - 1)
    rest = max(0.0, total - sum(found for found, _ in squares.values())) / freedom
    if not total > 0:
        return dict.fromkeys((*squares, "architecture"), float("nan"))
    shares = {
        name: (found - degrees * rest) / (total + rest)
        for name, (found, degrees) in squares.items()
    }
    return shares | {"architecture": sum(shares[name] for name in ARCHITECTURE)}
