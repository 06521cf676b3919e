"""Settings and jobs on unseen inputs (document 004, Section 4.4)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import TRAIN_GENERALIZATION, Collector
from workflow_engine.configuration.values import Distinct, Positive, Share, StrictModel

Connectivity = Annotated[float, Field(ge=0, le=1, description="probability of an edge, P3'")]


class ManyConnectivities(shared.Draws):
    """One input space, several probabilities of an edge."""

    input_factors: shared.Sizes
    connectivities: Annotated[list[Connectivity], Field(min_length=1), Distinct]


class GeneralizationDimensions(shared.CompressionNetwork):
    """Trained on a fraction of the inputs, for several dimensions of the fixed embedding."""

    seen_fraction: Share


GeneralizationComplexity = shared.Trained[shared.ManyInputs, shared.GeneralizationNetwork]
LearnedEmbedding = shared.Trained[shared.OneSpace, shared.GeneralizationNetwork]
ParentMap = shared.Trained[shared.ManyParents, GeneralizationDimensions]


class GeneralizationConnectivity(shared.Trained[ManyConnectivities, shared.GeneralizationNetwork]):
    """Figure 6."""

    connectivities_per_job: Positive = Field(description="trained together in one job")


class GeneralizationDimension(shared.Trained[shared.OneSpace, GeneralizationDimensions]):
    """Figure 18."""

    dimensions_per_job: Positive = Field(description="trained in turn in one job")
    evaluate: shared.ComputeWindow


class Generalization(StrictModel):
    """The experiments on unseen inputs."""

    generalization_complexity: GeneralizationComplexity  # Figure 7
    generalization_connectivity: GeneralizationConnectivity
    generalization_dimension: GeneralizationDimension
    learned_embedding: LearnedEmbedding  # Section 2.2, the control of the fixed embedding
    parent_map: ParentMap  # Remark 4: the rank of the parent map and the embedding dimension


def collect(plan: Collector, settings: Generalization) -> None:
    """Add the jobs of this theme."""
    _complexity(plan, settings.generalization_complexity)
    _connectivity(plan, settings.generalization_connectivity)
    _dimension(plan, settings.generalization_dimension)
    _learned_embedding(plan, settings.learned_embedding)
    _parent_map(plan, settings.parent_map)


def _complexity(plan: Collector, settings: GeneralizationComplexity) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.generalization.evaluate_generalization_complexity",
        plan.generate_and_train_inputs(
            "generalization_complexity", settings.generate, TRAIN_GENERALIZATION, settings.train
        ),
        render="compsparse.studies.factorial.generalization.render_generalization_complexity",
    )


def _connectivity(plan: Collector, settings: GeneralizationConnectivity) -> None:
    name, draws, network = "generalization_connectivity", settings.generate, settings.train
    cells = [f"connectivity_{beta:g}".replace(".", "p") for beta in draws.connectivities]
    for cell, beta in zip(cells, draws.connectivities, strict=True):
        plan.generate_datasets(name, cell, draws, draws.input_factors, connectivity=beta)
    datasets, variants = plan.datasets(name), [network.embedding_dimension]
    for first in range(0, len(cells), settings.connectivities_per_job):
        together = datasets[first : first + settings.connectivities_per_job]
        cell = f"from_{cells[first]}"
        plan.train_networks(name, cell, TRAIN_GENERALIZATION, network, variants, together)
    plan.evaluate(
        "compsparse.studies.factorial.generalization.evaluate_generalization_connectivity",
        {"histories": plan.histories(name), "datasets": datasets},
        {"connectivities": draws.connectivities},
        render="compsparse.studies.factorial.generalization.render_generalization_connectivity",
    )


def _dimension(plan: Collector, settings: GeneralizationDimension) -> None:
    name, network = "generalization_dimension", settings.train
    datasets = plan.generate_one_space(name, settings.generate)
    dimensions = network.embedding_dimensions
    for first in range(0, len(dimensions), settings.dimensions_per_job):
        together = dimensions[first : first + settings.dimensions_per_job]
        cell = f"from_dimension_{together[0]}"
        plan.train_networks(name, cell, TRAIN_GENERALIZATION, network, together, datasets)
    plan.evaluate(
        "compsparse.studies.factorial.generalization.evaluate_generalization_dimension",
        {"histories": plan.histories(name), "dataset": datasets[0]},
        {"window": settings.evaluate.window},
        render="compsparse.studies.factorial.generalization.render_generalization_dimension",
    )


def _learned_embedding(plan: Collector, settings: LearnedEmbedding) -> None:
    name, network = "learned_embedding", settings.train
    datasets = plan.generate_one_space(name, settings.generate)
    learned = "compsparse.studies.factorial.generalization.train_learned_generalization"
    histories = {
        cell: plan.train_networks(
            name, cell, module, network, [network.embedding_dimension], datasets
        )
        for cell, module in (("learned", learned), ("fixed", TRAIN_GENERALIZATION))
    }
    plan.evaluate(
        "compsparse.studies.factorial.generalization.evaluate_learned_embedding",
        {**histories, "dataset": datasets[0]},
        render="compsparse.studies.factorial.generalization.render_learned_embedding",
    )


def _parent_map(plan: Collector, settings: ParentMap) -> None:
    name, network = "parent_map", settings.train
    datasets = plan.generate_many_parents(name, settings.generate)
    dimensions = network.embedding_dimensions
    history = plan.train_networks(
        name, "default", TRAIN_GENERALIZATION, network, dimensions, datasets
    )
    plan.evaluate(
        "compsparse.studies.factorial.generalization.evaluate_parent_map",
        {"history": history, "datasets": datasets},
        render="compsparse.studies.factorial.generalization.render_parent_map",
    )
