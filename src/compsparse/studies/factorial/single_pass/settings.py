"""Settings of a single pass over the data (document 004, Section 4.2)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.shared_settings import (
    Draws,
    ManyInputs,
    Network,
    PositiveNumber,
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
    concentrations: Annotated[list[PositiveNumber], Field(min_length=2)]
    runs: Positive

    @model_validator(mode="after")
    def _increasing(self) -> "ManyConcentrations":
        if sorted(set(self.concentrations)) != self.concentrations:
            raise ValueError(f"increasing concentrations; they are {self.concentrations}")
        return self

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
