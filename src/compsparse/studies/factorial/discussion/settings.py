"""Settings of examples and discussion (document 004, Sections 2.1 and 5)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Distinct, Positive, Share
from compsparse.studies.factorial.shared_settings import ManyParents, Network, OneSpace
from compsparse.validation.strict_model import StrictModel


class ObservedPairs(StrictModel):
    """What both methods of Example 2 see, and how their predictions are chosen."""

    samples: Annotated[list[Positive], Field(min_length=1), Distinct]
    validation_fraction: Share
    smoothing: Annotated[list[Share], Field(min_length=1), Distinct]
    restarts: Positive


class FixedWidthNetwork(Network):
    """A network of one embedding dimension."""

    embedding_dimension: Positive


class MatrixCompletion(StrictModel):
    """The low-rank method."""

    rank: Positive


class Recommender(StrictModel):
    """Example 2: users and targets."""

    generate: ManyParents
    pairs: ObservedPairs
    train: FixedWidthNetwork
    completion: MatrixCompletion


class TransferNetwork(Network):
    """Trained on a share of the inputs with a fixed embedding."""

    seen_fractions: Annotated[list[Share], Field(min_length=1), Distinct]


class TransferTasks(StrictModel):
    """Two tasks over the same input factors."""

    first: OneSpace
    second: OneSpace

    @model_validator(mode="after")
    def _compatible(self) -> "TransferTasks":
        first, second = self.first, self.second
        if (first.input_factors, first.runs) != (second.input_factors, second.runs):
            raise ValueError("two tasks with the same input_factors and the same runs")
        return self


class TransferTraining(StrictModel):
    """Networks of the two tasks; the second takes the embedding of the first."""

    first: FixedWidthNetwork
    second: TransferNetwork


class Transfer(StrictModel):
    """Section 5: an embedding learned on one task, used on another one."""

    generate: TransferTasks
    train: TransferTraining


class Discussion(StrictModel):
    """The experiments of this theme."""

    recommender: Recommender
    transfer: Transfer
