"""Watch the flow, and record the overlaps of all neurons when a direction is recovered."""

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.flow.forces import FlowState, ForceLaw, Forces
from compsparse.studies.emergence.flow.integer_power import integer_power

_RECOVERED = 0.5  # of the amplitude


class WatchedLaw:
    """A law that moves neurons as the given one does, and watches them.

    Attributes:
        squared_overlaps: M_ip^2 of every neuron when half of a_p is first learned; NaN before.
    """

    def __init__(self, law: ForceLaw, neurons: int, directions: int) -> None:
        self._law = law
        self.squared_overlaps: Float64[np.ndarray, "neuron direction"] = np.full(
            (neurons, directions), np.nan
        )

    def __call__(self, state: FlowState) -> Forces:
        """Return the forces of the law, and record the overlaps of new recoveries."""
        overlaps = state.coordinates[:, : len(state.amplitudes)]
        learned = state.strengths @ integer_power(overlaps, state.order) / state.amplitudes
        new = (learned >= _RECOVERED) & np.isnan(self.squared_overlaps[0])
        self.squared_overlaps[:, new] = overlaps[:, new] ** 2
        return self._law(state)
