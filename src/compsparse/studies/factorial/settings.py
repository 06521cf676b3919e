"""The parameters of study ``factorial``: one model per section of params.yaml.

What each value means for the science stands with the value in params.yaml; here stands what is
allowed.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from compsparse.configuration.model import Positive
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.validation.strict_model import StrictModel


def _factorization(text: str) -> str:
    return Factorization.parse(text).label


Sizes = Annotated[
    str, AfterValidator(_factorization), Field(description="sizes of the factors, e.g. 2^12")
]
Share = Annotated[float, Field(gt=0, lt=1, description="a share, both ends excluded")]
PositiveNumber = Annotated[float, Field(gt=0)]


class Draws(StrictModel):
    """How graphs and tables are drawn."""

    output_factors: Sizes
    concentration: PositiveNumber = Field(description="of the symmetric Dirichlet law, P4")
    runs: Positive = Field(description="independent replicates")


class OneSpace(Draws):
    """One input factorization with one number of parents."""

    input_factors: Sizes
    parents: Positive


class ManyInputs(Draws):
    """Several factorizations of one input space."""

    input_tokens: Positive
    input_factors: Annotated[list[Sizes], Field(min_length=1)]
    parents: Positive

    @model_validator(mode="after")
    def _products_fit(self) -> "ManyInputs":
        for text in self.input_factors:
            Factorization.parse(text, size=self.input_tokens)
        _require_distinct(self.input_factors, "input_factors")
        return self


class ManyParents(Draws):
    """One input space, several numbers of parents (compression grid A)."""

    input_factors: Sizes
    parents: Annotated[list[Positive], Field(min_length=1)]

    @model_validator(mode="after")
    def _parents_fit(self) -> "ManyParents":
        factors = len(Factorization.parse(self.input_factors).sizes)
        if max(self.parents) > factors:
            raise ValueError(
                f"a number of parents of at most {factors}, the number of input factors of "
                f"{self.input_factors}; {max(self.parents)} is too many"
            )
        _require_distinct(self.parents, "parents")
        return self


class ManySpaces(Draws):
    """Several input spaces, each with its own number of tokens (compression grid B)."""

    input_factors: Annotated[list[Sizes], Field(min_length=1)]
    parents: Positive

    @model_validator(mode="after")
    def _distinct(self) -> "ManySpaces":
        _require_distinct(self.input_factors, "input_factors")
        return self


class Theorem(Draws):
    """Input spaces and numbers of parents on which Theorem 1 is checked."""

    input_factors: Annotated[list[Sizes], Field(min_length=1)]
    parents: Annotated[list[Positive], Field(min_length=1)]

    @model_validator(mode="after")
    def _distinct(self) -> "Theorem":
        _require_distinct(self.input_factors, "input_factors")
        _require_distinct(self.parents, "parents")
        return self


class Cosine(StrictModel):
    """Cosine annealing to zero (document 004, Appendix B)."""

    kind: Literal["cosine"]


class Custom(StrictModel):
    """Schedule (7) of document 004: cosine in log time between two rates."""

    kind: Literal["custom"]
    minimum_learning_rate: PositiveNumber


class Network(StrictModel):
    """Shape and optimizer of one kind of network."""

    hidden_ratio: Positive = Field(description="hidden dimension / embedding dimension")
    layers: Annotated[int, Field(ge=0)]
    learning_rate: PositiveNumber
    schedule: Annotated[Cosine | Custom, Field(discriminator="kind")]
    steps: Positive
    logged_steps: Annotated[int, Field(ge=3, description="log-spaced steps with a loss")]


class SinglePassNetwork(Network):
    """Trained on fresh samples."""

    embedding_dimension: Positive
    batch_size: Positive


class GeneralizationNetwork(Network):
    """Trained on a share of the inputs with a fixed embedding."""

    embedding_dimension: Positive
    seen_fraction: Share = Field(
        description="P10, strictly between 0 and 1: 1 would leave no unseen input"
    )


class CompressionNetwork(Network):
    """Trained on the population loss, for several embedding dimensions."""

    embedding_dimensions: Annotated[list[Positive], Field(min_length=1)]

    @model_validator(mode="after")
    def _distinct(self) -> "CompressionNetwork":
        _require_distinct(self.embedding_dimensions, "embedding_dimensions")
        return self


class Graph(StrictModel):
    """Figure 1."""

    generate: OneSpace


class ExactFactorization(StrictModel):
    """Theorem 1."""

    generate: Theorem


class SinglePass(StrictModel):
    """Figure 3."""

    generate: ManyInputs
    train: SinglePassNetwork


class ComputeWindow(StrictModel):
    """Figure 5, read from the runs of grid A."""

    window: Annotated[list[Annotated[float, Field(gt=0, le=1)]], Field(min_length=2, max_length=2)]


class CompressionGridA(StrictModel):
    """Figures 4, 5 or 19."""

    generate: ManyParents
    train: CompressionNetwork
    evaluate: ComputeWindow


class CompressionGridB(StrictModel):
    """Figures 4 or 19."""

    generate: ManySpaces
    train: CompressionNetwork


class Generalization(StrictModel):
    """Figure 7."""

    generate: ManyInputs
    train: GeneralizationNetwork


class Settings(StrictModel):
    """The section ``factorial`` of params.yaml, one subsection per experiment."""

    graph: Graph
    exact_factorization: ExactFactorization
    single_pass: SinglePass
    compression_grid_a: CompressionGridA
    compression_grid_b: CompressionGridB
    generalization_complexity: Generalization


def _require_distinct(values: list[str] | list[int], name: str) -> None:
    if len(set(values)) != len(values):
        raise ValueError(f"distinct entries; {name} has one twice")
