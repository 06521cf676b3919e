"""When curves first cross a level, by linear interpolation."""

import numpy as np
from jaxtyping import Float64


def first_crossing(
    time: Float64[np.ndarray, " step"], values: Float64[np.ndarray, "step curve"], level: float
) -> Float64[np.ndarray, " curve"]:
    """Return when each curve first rises to ``level``, linear between steps; NaN where never.

    A curve that starts at or above the level crosses it at the first time.
    """
    above = values >= level
    crossed = above.any(axis=0)
    after = above.argmax(axis=0)
    before = np.maximum(after - 1, 0)
    curves = np.arange(values.shape[1])
    low, high = values[before, curves], values[after, curves]
    rise = high - low
    share = np.divide(level - low, rise, out=np.ones_like(rise), where=rise > 0)
    moment = time[before] + share * (time[after] - time[before])
    moment = np.where(after == 0, time[0], moment)
    return np.where(crossed, moment, np.nan)
