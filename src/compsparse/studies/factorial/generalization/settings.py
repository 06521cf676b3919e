"""Settings of generalization to unseen inputs (document 004, Section 4.4)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.compression.settings import ComputeWindow
from compsparse.studies.factorial.shared_settings import (
    CompressionNetwork,
    Draws,
    GeneralizationNetwork,
    ManyInputs,
    ManyParents,
    OneSpace,
    Share,
    Sizes,
    require_distinct,
)
from compsparse.validation.strict_model import StrictModel

Connectivity = Annotated[float, Field(ge=0, le=1, description="probability of an edge, P3'")]


class ManyConnectivities(Draws):
    """One input space, several probabilities of an edge."""

    input_factors: Sizes
    connectivities: Annotated[list[Connectivity], Field(min_length=1)]

    @model_validator(mode="after")
    def _distinct(self) -> "ManyConnectivities":
        require_distinct(self.connectivities, "connectivities")
        return self


class GeneralizationDimensions(CompressionNetwork):
    """Trained on a share of the inputs, for several dimensions of the fixed embedding."""

    seen_fraction: Share


class GeneralizationComplexity(StrictModel):
    """Figure 7."""

    generate: ManyInputs
    train: GeneralizationNetwork


class GeneralizationConnectivity(StrictModel):
    """Figure 6."""

    generate: ManyConnectivities
    train: GeneralizationNetwork
    connectivities_per_job: Positive = Field(description="trained side by side in one job")


class GeneralizationDimension(StrictModel):
    """Figure 18."""

    generate: OneSpace
    train: GeneralizationDimensions
    dimensions_per_job: Positive = Field(description="trained in turn in one job")
    evaluate: ComputeWindow


class LearnedEmbedding(StrictModel):
    """The control of Section 2.2: a learned embedding beside the fixed one."""

    generate: OneSpace
    train: GeneralizationNetwork


class ParentMap(StrictModel):
    """Remark 4: the rank of the parent map and the embedding dimension."""

    generate: ManyParents
    train: GeneralizationDimensions


class Generalization(StrictModel):
    """The experiments on unseen inputs."""

    generalization_complexity: GeneralizationComplexity
    generalization_connectivity: GeneralizationConnectivity
    generalization_dimension: GeneralizationDimension
    learned_embedding: LearnedEmbedding
    parent_map: ParentMap
