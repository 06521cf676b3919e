"""Settings of real functions at finite precision (Lemmas 1 and 2, Theorem 2)."""

from compsparse.validation.strict_model import StrictModel


class FinitePrecision(StrictModel):
    """The experiments of this theme."""
