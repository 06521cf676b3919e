"""Points of equal abscissa, spread sideways so that all are seen."""

import numpy as np
import pandas as pd
from jaxtyping import Float64


def spread_sideways(values: pd.Series, width: float) -> Float64[np.ndarray, " point"]:
    """Return the values, equal ones spread evenly over ``width`` around their value."""
    alike = values.groupby(values)
    within = ((alike.cumcount() + 0.5) / alike.transform("size")).to_numpy(dtype=np.float64)
    return values.to_numpy(dtype=np.float64) + width * (within - 0.5)
