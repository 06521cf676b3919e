"""Learning curves of histories as tidy tables."""

import numpy as np
import pandas as pd

from compsparse.studies.factorial.histories.history import History


def curves(history: History, columns: tuple[str, ...]) -> pd.DataFrame:
    """Return the named attributes of a history, per run and logged step."""
    shape = history.loss.shape
    values = {
        "cell": np.full(shape, history.inputs.label),
        "run": np.broadcast_to(history.replicate[:, None], shape),
        "step": np.broadcast_to(history.step, shape),
    }
    for name in columns:
        if name not in values:
            array = getattr(history, name)
            values[name] = array if array.shape == shape else np.repeat(array, shape[1])
    return pd.DataFrame({name: values[name].reshape(-1) for name in columns})
