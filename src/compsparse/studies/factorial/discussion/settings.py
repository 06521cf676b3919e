"""Settings of examples and discussion (document 004, Sections 2.1 and 5)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.shared_settings import (
    ManyParents,
    Network,
    OneSpace,
    Share,
    require_distinct,
)
from compsparse.validation.strict_model import StrictModel


class ObservedPairs(StrictModel):
    """What both methods of Example 2 see, and how their predictions are chosen."""

    samples: Annotated[list[Positive], Field(min_length=1)]
    validation_fraction: Share
    smoothing: Annotated[list[Share], Field(min_length=1)]
    restarts: Positive

    @model_validator(mode="after")
    def _distinct(self) -> "ObservedPairs":
        require_distinct(self.samples, "samples")
        require_distinct(self.smoothing, "smoothing")
        return self


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

    seen_fractions: Annotated[list[Share], Field(min_length=1)]

    @model_validator(mode="after")
    def _distinct(self) -> "TransferNetwork":
        require_distinct(self.seen_fractions, "seen_fractions")
        return self


class TransferTasks(StrictModel):
    """Two tasks over the same input factors."""

    first: OneSpace
    second: OneSpace

    @model_validator(mode="after")
    def _compatible(self) -> "TransferTasks":
        if (self.first.input_factors, self.first.runs) != (
            self.second.input_factors,
            self.second.runs,
        ):
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
