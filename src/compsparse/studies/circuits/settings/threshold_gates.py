"""Settings of threshold gates and their bounded-fan-in circuits (Theorem 1, steps 2 and 3)."""

from compsparse.validation.strict_model import StrictModel


class ThresholdGates(StrictModel):
    """The experiments of this theme."""
