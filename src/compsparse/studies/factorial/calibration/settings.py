"""Settings of the choice of model and optimizer (document 004, Appendix B).

Every experiment trains the document's choice, the section ``train``, and compares it with other
values of one parameter; the choice is among the values compared.
"""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import (
    Custom,
    GeneralizationNetwork,
    OneSpace,
    PositiveNumber,
    Sizes,
    require_distinct,
)
from compsparse.validation.strict_model import StrictModel


class Space(StrictModel):
    """One input and one output factorization."""

    input_factors: Sizes
    output_factors: Sizes


class TwoSpaces(StrictModel):
    """A space with several output factors and one whose outputs have no structure."""

    structured: Space
    unstructured: Space
    parents: Positive
    concentration: PositiveNumber
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _structure_fits(self) -> "TwoSpaces":
        for name, one_factor in (("structured", False), ("unstructured", True)):
            factors = getattr(self, name).output_factors
            if (len(Factorization.parse(factors).sizes) == 1) != one_factor:
                wanted = "a single factor" if one_factor else "several factors"
                raise ValueError(f"{wanted} in {name}.output_factors; it is {factors}")
        return self

    def by_name(self) -> dict[str, OneSpace]:
        """Return the draws of each space."""
        shared = {name: getattr(self, name) for name in ("parents", "concentration", "runs")}
        spaces = {"structured": self.structured, "unstructured": self.unstructured}
        return {name: OneSpace(**space.model_dump(), **shared) for name, space in spaces.items()}


class EmbeddingDimensions(GeneralizationNetwork):
    """The chosen network and the embedding dimensions it is compared with."""

    compared: list[Positive]

    @model_validator(mode="after")
    def _compares_the_choice(self) -> "EmbeddingDimensions":
        _require_choice(self.compared, self.embedding_dimension, "embedding_dimension")
        return self


class HiddenRatios(GeneralizationNetwork):
    """The chosen network and the ratios hidden / embedding dimension it is compared with."""

    compared: list[Positive]

    @model_validator(mode="after")
    def _compares_the_choice(self) -> "HiddenRatios":
        _require_choice(self.compared, self.hidden_ratio, "hidden_ratio")
        return self


class Layers(GeneralizationNetwork):
    """The chosen network and the numbers of layers it is compared with."""

    compared: list[Annotated[int, Field(ge=0)]]

    @model_validator(mode="after")
    def _compares_the_choice(self) -> "Layers":
        _require_choice(self.compared, self.layers, "layers")
        return self


class LearningRates(GeneralizationNetwork):
    """The chosen network and the initial learning rates it is compared with."""

    compared: list[PositiveNumber]

    @model_validator(mode="after")
    def _compares_the_choice(self) -> "LearningRates":
        _require_choice(self.compared, self.learning_rate, "learning_rate")
        return self


class LearningSchedules(GeneralizationNetwork):
    """The custom schedule and the cosine schedules it is compared with."""

    schedule: Custom
    cosine_learning_rates: Annotated[
        list[PositiveNumber], Field(min_length=2, description="initial rates")
    ]

    @model_validator(mode="after")
    def _distinct(self) -> "LearningSchedules":
        require_distinct(self.cosine_learning_rates, "cosine_learning_rates")
        return self


def _require_choice(
    compared: Sequence[int] | Sequence[float], chosen: int | float, name: str
) -> None:
    require_distinct(compared, "compared")
    if chosen not in compared or len(compared) < 2:
        raise ValueError(
            f"at least two values in compared, the choice {name} = {chosen} among them; it is "
            f"{list(compared)}"
        )


class EmbeddingDimension(StrictModel):
    """Figure 11."""

    generate: TwoSpaces
    train: EmbeddingDimensions


class HiddenDimension(StrictModel):
    """Figures 12 and 13."""

    generate: TwoSpaces
    train: HiddenRatios


class NumberOfLayers(StrictModel):
    """Figures 14 and 15."""

    generate: TwoSpaces
    train: Layers


class LearningRate(StrictModel):
    """Figure 16."""

    generate: TwoSpaces
    train: LearningRates


class LearningSchedule(StrictModel):
    """Figure 17."""

    generate: TwoSpaces
    train: LearningSchedules


class Calibration(StrictModel):
    """The experiments of this theme."""

    embedding_dimension: EmbeddingDimension
    hidden_dimension: HiddenDimension
    hidden_dimension_small: HiddenDimension
    layers: NumberOfLayers
    layers_small: NumberOfLayers
    learning_rate: LearningRate
    learning_schedule: LearningSchedule
