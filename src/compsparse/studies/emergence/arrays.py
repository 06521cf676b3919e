"""Arrays that many modules pass to each other, by the names of their axes."""

import numpy as np
from jaxtyping import Float64

Arrays = dict[str, np.ndarray]
ByDirection = Float64[np.ndarray, " direction"]
ByNeuron = Float64[np.ndarray, " neuron"]
ByTime = Float64[np.ndarray, " time"]
Neurons = Float64[np.ndarray, "neuron coordinate"]
Numbers = Float64[np.ndarray, "..."]
