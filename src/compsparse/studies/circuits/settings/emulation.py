"""Settings of networks that emulate gates (Lemmas 3 and 4)."""

from compsparse.validation.strict_model import StrictModel


class Emulation(StrictModel):
    """The experiments of this theme."""
