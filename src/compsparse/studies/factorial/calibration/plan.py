"""Jobs on the choice of model and optimizer (document 004, Appendix B).

Every experiment trains all compared networks in two jobs, one a space: the compared values are the
variants of the job.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from compsparse.studies.factorial.calibration import settings as sections
from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.shared_settings import GeneralizationNetwork

Label = str | int | float


def collect(plan: Collector, settings: sections.Calibration) -> None:
    """Add the jobs of this theme."""
    for name in (
        "embedding_dimension",
        "hidden_dimension",
        "hidden_dimension_small",
        "layers",
        "layers_small",
        "learning_rate",
    ):
        experiment = getattr(settings, name)
        network: sections.Comparison = experiment.train
        compared = {value: {network.parameter: value} for value in network.compared}
        _train(plan, name, experiment.generate, network, compared)
        large = name.removesuffix("_small")
        others = {} if name == large else {"large_histories": plan.histories(large)}
        _evaluate(plan, name, list(compared), getattr(network, network.parameter), others)

    schedules = settings.learning_schedule
    name, variants = "learning_schedule", _schedules(schedules.train)
    _train(plan, name, schedules.generate, schedules.train, variants)
    # the custom schedule, the document's choice, stands last
    _evaluate(plan, name, list(variants), list(variants)[-1], {})


def _schedules(network: sections.LearningSchedules) -> dict[Label, dict[str, Any]]:
    cosine: dict[Label, dict[str, Any]] = {
        f"cosine {rate:g}": {"learning_rate": rate, "schedule": {"kind": "cosine"}}
        for rate in sorted(network.cosine_learning_rates, reverse=True)
    }
    return cosine | {f"custom {network.learning_rate:g}": {}}


def _train(
    plan: Collector,
    name: str,
    spaces: sections.TwoSpaces,
    network: GeneralizationNetwork,
    variants: Mapping[Label, Mapping[str, Any]],
) -> None:
    # without what is compared: that is told by the variants
    base = GeneralizationNetwork(
        **network.model_dump(include=set(GeneralizationNetwork.model_fields))
    )
    chosen = {"embedding_dimension": network.embedding_dimension}
    for cell, draws in spaces.by_name().items():
        plan.generate_datasets(name, cell, draws, draws.input_factors, parents=draws.parents)
        plan.train_networks(
            name,
            cell,
            "training.generalization",
            base,
            [{**chosen, **variant} for variant in variants.values()],
            plan.datasets(name, cell),
        )


def _evaluate(
    plan: Collector,
    name: str,
    variants: Sequence[Label],
    chosen: Label,
    others: Mapping[str, list[str]],
) -> None:
    plan.evaluate(
        name,
        {"histories": plan.histories(name), **others},
        {"variants": list(variants), "chosen": chosen},
        render_params={"chosen": chosen},
    )
