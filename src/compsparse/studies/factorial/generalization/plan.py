"""Jobs on unseen inputs (document 004, Section 4.4)."""

from compsparse.studies.factorial.collector import Collector, slug
from compsparse.studies.factorial.generalization import settings as sections

_FIXED, _LEARNED = "training.generalization", "learned_generalization"


def collect(plan: Collector, settings: sections.Generalization) -> None:
    """Add the jobs of this theme."""
    _complexity(plan, settings.generalization_complexity)
    _connectivity(plan, settings.generalization_connectivity)
    _dimension(plan, settings.generalization_dimension)
    _learned_embedding(plan, settings.learned_embedding)
    _parent_map(plan, settings.parent_map)


def _complexity(plan: Collector, settings: sections.GeneralizationComplexity) -> None:
    name, draws, network = "generalization_complexity", settings.generate, settings.train
    for sizes in draws.input_factors:
        cell = slug(sizes)
        plan.generate_datasets(name, cell, draws, sizes, parents=draws.parents)
        variant = {"embedding_dimension": network.embedding_dimension}
        plan.train_networks(name, cell, _FIXED, network, [variant], plan.datasets(name, cell))
    plan.evaluate(name, {"histories": plan.histories(name)})


def _connectivity(plan: Collector, settings: sections.GeneralizationConnectivity) -> None:
    name, draws, network = "generalization_connectivity", settings.generate, settings.train
    cells = [f"connectivity_{beta:g}".replace(".", "p") for beta in draws.connectivities]
    for cell, beta in zip(cells, draws.connectivities, strict=True):
        plan.generate_datasets(name, cell, draws, draws.input_factors, connectivity=beta)
    datasets = plan.datasets(name)
    variant = {"embedding_dimension": network.embedding_dimension}
    for first in range(0, len(cells), settings.connectivities_per_job):
        together = datasets[first : first + settings.connectivities_per_job]
        plan.train_networks(name, f"from_{cells[first]}", _FIXED, network, [variant], together)
    plan.evaluate(
        name,
        {"histories": plan.histories(name), "datasets": datasets},
        {"connectivities": draws.connectivities},
    )


def _dimension(plan: Collector, settings: sections.GeneralizationDimension) -> None:
    name, draws, network = "generalization_dimension", settings.generate, settings.train
    plan.generate_datasets(name, "default", draws, draws.input_factors, parents=draws.parents)
    dimensions = network.embedding_dimensions
    for first in range(0, len(dimensions), settings.dimensions_per_job):
        together = dimensions[first : first + settings.dimensions_per_job]
        variants = [{"embedding_dimension": d} for d in together]
        cell = f"from_dimension_{together[0]}"
        plan.train_networks(name, cell, _FIXED, network, variants, plan.datasets(name))
    plan.evaluate(
        name,
        {"histories": plan.histories(name), "dataset": plan.datasets(name)[0]},
        {"window": settings.evaluate.window},
    )


def _learned_embedding(plan: Collector, settings: sections.LearnedEmbedding) -> None:
    name, draws, network = "learned_embedding", settings.generate, settings.train
    plan.generate_datasets(name, "default", draws, draws.input_factors, parents=draws.parents)
    variant = {"embedding_dimension": network.embedding_dimension}
    for cell, setting in (("learned", _LEARNED), ("fixed", _FIXED)):
        plan.train_networks(name, cell, setting, network, [variant], plan.datasets(name))
    plan.evaluate(
        name,
        {
            "learned": plan.histories(name, "learned")[0],
            "fixed": plan.histories(name, "fixed")[0],
            "dataset": plan.datasets(name)[0],
        },
    )


def _parent_map(plan: Collector, settings: sections.ParentMap) -> None:
    name, draws, network = "parent_map", settings.generate, settings.train
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    variants = [{"embedding_dimension": d} for d in network.embedding_dimensions]
    plan.train_networks(name, "default", _FIXED, network, variants, plan.datasets(name))
    plan.evaluate(
        name,
        {"history": plan.histories(name)[0], "datasets": plan.datasets(name)},
    )
