"""Jobs on statistical complexity (document 004, Section 3.2)."""

from compsparse.studies.factorial.plan.collector import Collector
from compsparse.studies.factorial.settings.estimation import (
    Estimation,
    KnownStructureEstimator,
    SamplesToLoss,
)


def collect(plan: Collector, settings: Estimation) -> None:
    """Add the jobs of this theme."""
    histogram = settings.histogram_estimator.evaluate
    plan.evaluate("estimation", "histogram_estimator", {}, histogram.model_dump())
    _known_structure(plan, settings.known_structure_estimator)
    _samples_to_loss(plan, settings.samples_to_loss)


def _known_structure(plan: Collector, settings: KnownStructureEstimator) -> None:
    name, draws = "known_structure_estimator", settings.generate
    for parents in draws.parents:
        plan.generate(name, f"parents_{parents}", draws, draws.input_factors, parents=parents)
    plan.evaluate(
        "estimation", name, {"datasets": plan.datasets(name)}, settings.evaluate.model_dump()
    )


def _samples_to_loss(plan: Collector, settings: SamplesToLoss) -> None:
    name, draws = "samples_to_loss", settings.generate
    for parents in draws.parents:
        plan.generate(name, f"parents_{parents}", draws, draws.input_factors, parents=parents)
    for steps in settings.train.lengths:
        # all numbers of parents are of one shape, so they train side by side
        plan.train(
            name,
            f"steps_{steps}",
            "single_pass",
            settings.train.of_length(steps),
            [{"embedding_dimension": settings.train.embedding_dimension}],
            plan.datasets(name),
        )
    plan.evaluate(
        "estimation",
        name,
        {"datasets": plan.datasets(name), "histories": plan.histories(name)},
        {**settings.evaluate.model_dump(), "batch_size": settings.train.batch_size},
    )
