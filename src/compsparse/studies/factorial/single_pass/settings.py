"""Settings of a single pass over the data (document 004, Section 4.2)."""

from typing import Annotated

from pydantic import Field

from compsparse.configuration.values import Increasing, Positive, PositiveNumber
from compsparse.studies.factorial.shared_settings import (
    Draws,
    ManyInputs,
    Network,
    SinglePassNetwork,
    Sizes,
)
from compsparse.validation.strict_model import StrictModel


class SinglePass(StrictModel):
    """Figure 3."""

    generate: ManyInputs
    train: SinglePassNetwork


class ManyConcentrations(StrictModel):
    """One input space at several concentrations of the Dirichlet law."""

    input_factors: Sizes
    output_factors: Sizes
    parents: Positive
    concentrations: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    runs: Positive

    def draws(self, concentration: float) -> Draws:
        """Return the draws at one concentration."""
        return Draws(
            output_factors=self.output_factors, concentration=concentration, runs=self.runs
        )


class EntropyNetwork(Network):
    """Trained on the population loss."""

    embedding_dimension: Positive


class Entropy(StrictModel):
    """Footnote 2: the entropy of the target as a confounder."""

    generate: ManyConcentrations
    train: EntropyNetwork


class SinglePassExperiments(StrictModel):
    """The experiments on a single pass."""

    single_pass: SinglePass
    entropy: Entropy
