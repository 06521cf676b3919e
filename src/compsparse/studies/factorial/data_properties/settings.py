"""Settings of the data model (document 004, Section 2)."""

from pydantic import Field

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.shared_settings import (
    Counts,
    ManyParents,
    OneSpace,
    Sizes,
    Spaces,
)
from compsparse.validation.strict_model import StrictModel


class Graph(StrictModel):
    """Figure 1."""

    generate: OneSpace


class EmbeddingDraws(StrictModel):
    """Factor embeddings whose ranks and inverses are computed."""

    input_factors: Spaces
    embedding_dimensions: Counts
    runs: Positive = Field(description="independent embeddings of each space")
    drawn_factors: Sizes = Field(description="small space whose embedding in the plane is drawn")


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
