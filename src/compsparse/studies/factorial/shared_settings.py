"""What the sections of several experiments have in common: draws, networks, schedules."""

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.configuration.values import (
    Distinct,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)


def _factorization(text: str) -> str:
    return Factorization.parse(text).label


Sizes = Annotated[
    str, AfterValidator(_factorization), Field(description="sizes of the factors, e.g. 2^12")
]
Spaces = Annotated[list[Sizes], Field(min_length=1), Distinct]
Counts = Annotated[list[Positive], Field(min_length=1), Distinct]


class Draws(StrictModel):
    """How graphs and tables are drawn."""

    output_factors: Sizes
    concentration: PositiveNumber = Field(description="of the symmetric Dirichlet distribution, P4")
    runs: Positive = Field(description="independent replicates")


class Inputs(StrictModel):
    """One factorization of the inputs with one number of parents."""

    input_factors: Sizes
    parents: Positive


class OneSpace(Draws, Inputs):
    """Draws of one such factorization."""


class ManyInputs(Draws):
    """Several factorizations of one input space."""

    input_tokens: Positive
    input_factors: Spaces
    parents: Positive
    equal_complexity: Annotated[
        list[Inputs],
        Field(min_length=1, description="with the complexities of one of input_factors"),
    ]

    @model_validator(mode="after")
    def _products_fit(self) -> "ManyInputs":
        for text in (*self.input_factors, *(cell.input_factors for cell in self.equal_complexity)):
            Factorization.parse(text, size=self.input_tokens)
        return self


class ManyParents(Draws):
    """One input space, several numbers of parents (compression grid A)."""

    input_factors: Sizes
    parents: Counts

    @model_validator(mode="after")
    def _parents_fit(self) -> "ManyParents":
        factors = len(Factorization.parse(self.input_factors).sizes)
        if max(self.parents) > factors:
            raise ValueError(
                f"a number of parents of at most {factors}, the number of input factors of "
                f"{self.input_factors}; {max(self.parents)} is too many"
            )
        return self


class ManySpaces(Draws):
    """Several input spaces, each with its own number of tokens (compression grid B)."""

    input_factors: Spaces
    parents: Positive


class Theorem(Draws):
    """Input spaces and numbers of parents on which Theorem 1 is checked."""

    input_factors: Spaces
    parents: Counts


class ComputeWindow(StrictModel):
    """The part of the compute axis on which losses by compute are compared."""

    window: Annotated[list[Annotated[float, Field(gt=0, le=1)]], Field(min_length=2, max_length=2)]


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


class FixedWidthNetwork(Network):
    """A network of one embedding dimension."""

    embedding_dimension: Positive


class SinglePassNetwork(FixedWidthNetwork):
    """Trained on fresh samples."""

    batch_size: Positive


class GeneralizationNetwork(FixedWidthNetwork):
    """Trained on a fraction of the inputs with a fixed embedding."""

    seen_fraction: Share = Field(
        description="P10, strictly between 0 and 1: 1 would leave no unseen input"
    )


class CompressionNetwork(Network):
    """Trained on the population loss, for several embedding dimensions."""

    embedding_dimensions: Counts


GenerateT = TypeVar("GenerateT", bound=StrictModel)
TrainT = TypeVar("TrainT", bound=StrictModel)
EvaluateT = TypeVar("EvaluateT", bound=StrictModel)


class Generated(StrictModel, Generic[GenerateT]):
    """An experiment on data alone."""

    generate: GenerateT


class Trained(StrictModel, Generic[GenerateT, TrainT]):
    """An experiment on data and networks."""

    generate: GenerateT
    train: TrainT


class Evaluated(StrictModel, Generic[EvaluateT]):
    """An experiment whose evaluation draws what it needs."""

    evaluate: EvaluateT
