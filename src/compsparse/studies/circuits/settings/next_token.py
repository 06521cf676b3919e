"""Settings of learning circuits as next tokens (Theorem 4)."""

from compsparse.validation.strict_model import StrictModel


class NextToken(StrictModel):
    """The experiments of this theme."""
