"""Settings of generalization to unseen inputs (document 004, Section 4.4)."""

from typing import Annotated

from pydantic import Field

from compsparse.configuration.values import Distinct, Positive, Share
from compsparse.studies.factorial import shared_settings as shared
from compsparse.validation.strict_model import StrictModel

Connectivity = Annotated[float, Field(ge=0, le=1, description="probability of an edge, P3'")]


class ManyConnectivities(shared.Draws):
    """One input space, several probabilities of an edge."""

    input_factors: shared.Sizes
    connectivities: Annotated[list[Connectivity], Field(min_length=1), Distinct]


class GeneralizationDimensions(shared.CompressionNetwork):
    """Trained on a share of the inputs, for several dimensions of the fixed embedding."""

    seen_fraction: Share


class GeneralizationComplexity(StrictModel):
    """Figure 7."""

    generate: shared.ManyInputs
    train: shared.GeneralizationNetwork


class GeneralizationConnectivity(StrictModel):
    """Figure 6."""

    generate: ManyConnectivities
    train: shared.GeneralizationNetwork
    connectivities_per_job: Positive = Field(description="trained side by side in one job")


class GeneralizationDimension(StrictModel):
    """Figure 18."""

    generate: shared.OneSpace
    train: GeneralizationDimensions
    dimensions_per_job: Positive = Field(description="trained in turn in one job")
    evaluate: shared.ComputeWindow


class LearnedEmbedding(StrictModel):
    """The control of Section 2.2: a learned embedding beside the fixed one."""

    generate: shared.OneSpace
    train: shared.GeneralizationNetwork


class ParentMap(StrictModel):
    """Remark 4: the rank of the parent map and the embedding dimension."""

    generate: shared.ManyParents
    train: GeneralizationDimensions


class Generalization(StrictModel):
    """The experiments on unseen inputs."""

    generalization_complexity: GeneralizationComplexity
    generalization_connectivity: GeneralizationConnectivity
    generalization_dimension: GeneralizationDimension
    learned_embedding: LearnedEmbedding
    parent_map: ParentMap
