"""Settings of the data model (document 004, Section 2)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.shared_settings import (
    ManyParents,
    OneSpace,
    Sizes,
    require_distinct,
)
from compsparse.validation.strict_model import StrictModel


class Graph(StrictModel):
    """Figure 1."""

    generate: OneSpace


class EmbeddingDraws(StrictModel):
    """Factor embeddings whose ranks and inverses are computed."""

    input_factors: Annotated[list[Sizes], Field(min_length=1)]
    embedding_dimensions: Annotated[list[Positive], Field(min_length=1)]
    runs: Positive = Field(description="independent embeddings of each space")
    drawn_factors: Sizes = Field(description="small space whose embedding in the plane is drawn")

    @model_validator(mode="after")
    def _distinct(self) -> "EmbeddingDraws":
        require_distinct(self.input_factors, "input_factors")
        require_distinct(self.embedding_dimensions, "embedding_dimensions")
        return self


class FactorEmbedding(StrictModel):
    """Figure 2."""

    evaluate: EmbeddingDraws


class OutputMixture(StrictModel):
    """Remark 2."""

    generate: ManyParents


class DataModel(StrictModel):
    """The experiments on the data model."""

    graph: Graph
    factor_embedding: FactorEmbedding
    output_mixture: OutputMixture
