"""Settings and jobs on the data model (document 004, Section 2)."""

from pydantic import Field

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.configuration.values import Positive, StrictModel


class Graph(StrictModel):
    """Figure 1."""

    generate: shared.OneSpace


class EmbeddingDraws(StrictModel):
    """Factor embeddings whose ranks and inverses are computed."""

    input_factors: shared.Spaces
    embedding_dimensions: shared.Counts
    runs: Positive = Field(description="independent embeddings of each space")
    drawn_factors: shared.Sizes = Field(
        description="small space whose embedding in the plane is drawn"
    )


class FactorEmbedding(StrictModel):
    """Figure 2."""

    evaluate: EmbeddingDraws


class OutputMixture(StrictModel):
    """Remark 2."""

    generate: shared.ManyParents


class DataModel(StrictModel):
    """The experiments on the data model."""

    graph: Graph
    factor_embedding: FactorEmbedding
    output_mixture: OutputMixture


def collect(plan: Collector, settings: DataModel) -> None:
    """Add the jobs of this theme."""
    _graph(plan, settings.graph)
    _factor_embedding(plan, settings.factor_embedding)
    _output_mixture(plan, settings.output_mixture)


def _graph(plan: Collector, settings: Graph) -> None:
    draws = settings.generate
    plan.generate_datasets("graph", "default", draws, draws.input_factors, parents=draws.parents)
    plan.evaluate(
        "graph",
        {"datasets": plan.datasets("graph")},
        render_params={"input_factors": list(Factorization.parse(draws.input_factors).sizes)},
    )


def _factor_embedding(plan: Collector, settings: FactorEmbedding) -> None:
    shown = settings.evaluate.input_factors[0]
    plan.evaluate(
        "factor_embedding",
        {},
        settings.evaluate.model_dump(),
        render_params={"input_factors": list(Factorization.parse(shown).sizes)},
    )


def _output_mixture(plan: Collector, settings: OutputMixture) -> None:
    name, draws = "output_mixture", settings.generate
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    plan.evaluate(name, {"datasets": plan.datasets(name)})
