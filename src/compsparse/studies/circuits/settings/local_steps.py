"""Settings of learning single steps of a computation (Figure 10.2, decision trees)."""

from compsparse.validation.strict_model import StrictModel


class LocalSteps(StrictModel):
    """The experiments of this theme."""
