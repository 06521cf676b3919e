"""Settings and jobs on the data model (document 004, Section 2)."""

from pydantic import Field

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.configuration.values import Positive, StrictModel


class EmbeddingDraws(StrictModel):
    """Factor embeddings whose ranks and inverses are computed."""

    input_factors: shared.Spaces
    embedding_dimensions: shared.Counts
    runs: Positive = Field(description="independent embeddings of each space")
    drawn_factors: shared.Sizes = Field(
        description="small space whose embedding in the plane is drawn"
    )


class DataModel(StrictModel):
    """The experiments on the data model."""

    graph: shared.Generated[shared.OneSpace]  # Figure 1
    factor_embedding: shared.Evaluated[EmbeddingDraws]  # Figure 2
    output_mixture: shared.Generated[shared.ManyParents]  # Remark 2


def collect(plan: Collector, settings: DataModel) -> None:
    """Add the jobs of this theme."""
    _graph(plan, settings.graph.generate)
    _factor_embedding(plan, settings.factor_embedding.evaluate)
    _output_mixture(plan, settings.output_mixture.generate)


def _graph(plan: Collector, draws: shared.OneSpace) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.data_properties.evaluate_graph",
        {"datasets": plan.generate_one_space("graph", draws)},
        render="compsparse.studies.factorial.data_properties.render_graph",
        render_params={"input_factors": list(Factorization.parse(draws.input_factors).sizes)},
    )


def _factor_embedding(plan: Collector, draws: EmbeddingDraws) -> None:
    shown = Factorization.parse(draws.input_factors[0])
    plan.evaluate(
        "compsparse.studies.factorial.data_properties.evaluate_factor_embedding",
        {},
        draws.model_dump(),
        render="compsparse.studies.factorial.data_properties.render_factor_embedding",
        render_params={"input_factors": list(shown.sizes)},
    )


def _output_mixture(plan: Collector, draws: shared.ManyParents) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.data_properties.evaluate_output_mixture",
        {"datasets": plan.generate_many_parents("output_mixture", draws)},
        render="compsparse.studies.factorial.data_properties.render_output_mixture",
    )
