"""Settings of what sparse and generic functions cost, and physical systems."""

from compsparse.validation.strict_model import StrictModel


class SparseFunctions(StrictModel):
    """The experiments of this theme."""
