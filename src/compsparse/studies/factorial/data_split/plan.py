"""Jobs on the data split, the share of inputs seen (document 004, Section 4.4, (P10))."""

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_split.settings import DataSplit
from compsparse.studies.factorial.shared_settings import Network


def collect(plan: Collector, settings: DataSplit) -> None:
    """Add the jobs of this theme."""
    name, draws = "data_split", settings.data_split.generate
    network, readings = settings.data_split.train, settings.data_split.evaluate
    for parents in draws.parents:
        plan.generate_datasets(
            name, f"parents_{parents}", draws, draws.input_factors, parents=parents
        )
    shared = Network.model_validate(network.model_dump(include=set(Network.model_fields)))
    for index, fractions in enumerate(evenly_divided(network.seen_fractions, network.jobs)):
        # all numbers of parents are of one shape, so they train side by side
        plan.train_networks(
            name,
            f"part_{index}",
            "training.generalization",
            shared,
            [
                {
                    "embedding_dimension": network.embedding_dimension,
                    "seen_fraction": fraction,
                    "held_out_fraction": network.held_out_fraction,
                }
                for fraction in fractions
            ],
            plan.datasets(name),
        )
    runs = {"histories": plan.histories(name)}
    plan.evaluate(name, runs, {"sufficient_ratio": readings.sufficient_ratio})
    plan.evaluate(
        "isoflop",
        runs,
        {"parents": readings.isoflop_parents, "budgets": readings.budgets},
    )
    plan.evaluate(
        "data_split_compute",
        runs,
        {
            "budgets": [readings.budgets[0], readings.budgets[-1]],
            "curve_points": readings.curve_points,
        },
    )
    plan.evaluate("parent_states", {**runs, "datasets": plan.datasets(name)})


def evenly_divided(fractions: list[float], jobs: int) -> list[list[float]]:
    """Divide shares of the inputs among jobs of about equal length.

    A step costs about as much as it sees inputs; the largest share goes first, always to the job
    that has least.
    """
    parts: list[list[float]] = [[] for _ in range(jobs)]
    for fraction in sorted(fractions, reverse=True):
        min(parts, key=sum).append(fraction)
    return [sorted(part) for part in parts]
