"""Settings of Turing machines unrolled into circuits (Theorem 1)."""

from compsparse.validation.strict_model import StrictModel


class Unrolling(StrictModel):
    """The experiments of this theme."""
