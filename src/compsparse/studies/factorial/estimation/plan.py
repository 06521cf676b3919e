"""Jobs on statistical complexity (document 004, Section 3.2)."""

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.estimation.settings import (
    Estimation,
    KnownStructureEstimator,
    SamplesToLoss,
)


def collect(plan: Collector, settings: Estimation) -> None:
    """Add the jobs of this theme."""
    histogram = settings.histogram_estimator.evaluate
    plan.evaluate("histogram_estimator", {}, histogram.model_dump())
    _known_structure(plan, settings.known_structure_estimator)
    _samples_to_loss(plan, settings.samples_to_loss)


def _known_structure(plan: Collector, settings: KnownStructureEstimator) -> None:
    name, draws = "known_structure_estimator", settings.generate
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    plan.evaluate(name, {"datasets": plan.datasets(name)}, settings.evaluate.model_dump())


def _samples_to_loss(plan: Collector, settings: SamplesToLoss) -> None:
    name, draws = "samples_to_loss", settings.generate
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    for steps in settings.train.lengths:
        # all numbers of parents are of one shape, so they train side by side
        plan.train_networks(
            name,
            f"steps_{steps}",
            "training.single_pass",
            settings.train.of_length(steps),
            [{"embedding_dimension": settings.train.embedding_dimension}],
            plan.datasets(name),
        )
    plan.evaluate(
        name,
        {"datasets": plan.datasets(name), "histories": plan.histories(name)},
        {**settings.evaluate.model_dump(), "batch_size": settings.train.batch_size},
    )
