"""Settings and jobs on examples and discussion (document 004, Sections 2.1 and 5)."""

from itertools import product
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.factorial.collector import (
    NETWORKS,
    STUDY,
    TRAIN_COMPRESSION,
    Collector,
)
from compsparse.studies.factorial.shared_settings import (
    FixedWidthNetwork,
    ManyParents,
    Network,
    OneSpace,
)
from workflow_engine.configuration.values import Distinct, Positive, Share, StrictModel
from workflow_engine.provenance.job import Paths


class ObservedPairs(StrictModel):
    """The pairs of both methods of Example 2, and how their predictions are chosen."""

    samples: Annotated[list[Positive], Field(min_length=1), Distinct]
    validation_fraction: Share
    smoothing: Annotated[list[Share], Field(min_length=1), Distinct]
    restarts: Positive


class MatrixCompletion(StrictModel):
    """The low-rank method."""

    rank: Positive


class Recommender(StrictModel):
    """Example 2: users and targets."""

    generate: ManyParents
    pairs: ObservedPairs
    train: FixedWidthNetwork
    completion: MatrixCompletion


class TransferNetwork(Network):
    """Trained on a fraction of the inputs with a fixed embedding."""

    seen_fractions: Annotated[list[Share], Field(min_length=1), Distinct]


class TransferTasks(StrictModel):
    """Two tasks over the same input factors."""

    first: OneSpace
    second: OneSpace

    @model_validator(mode="after")
    def _compatible(self) -> "TransferTasks":
        first, second = self.first, self.second
        if (first.input_factors, first.runs) != (second.input_factors, second.runs):
            raise ValueError("two tasks with the same input_factors and the same runs")
        return self


class TransferTraining(StrictModel):
    """Networks of the two tasks; the second takes the embedding of the first."""

    first: FixedWidthNetwork
    second: TransferNetwork


class Transfer(StrictModel):
    """Section 5: an embedding learned on one task, used on another one."""

    generate: TransferTasks
    train: TransferTraining


class Discussion(StrictModel):
    """The experiments of this theme."""

    recommender: Recommender
    transfer: Transfer


SHUFFLED = "shuffled"

# results that the summary gathers
SUMMARY_SOURCES = (
    "single_pass",
    "compression_grid_a",
    "data_split",
    "generalization_complexity",
    "generalization_connectivity",
)


def collect(plan: Collector, settings: Discussion) -> None:
    """Add the jobs of this theme."""
    _recommender(plan, settings.recommender)
    _transfer(plan, settings.transfer)
    _summary(plan)


def _recommender(plan: Collector, settings: Recommender) -> None:
    name, draws, pairs, network = "recommender", settings.generate, settings.pairs, settings.train
    factored = plan.generate_many_parents(name, draws)
    tries = [
        {
            "samples": samples,
            "restart": restart,
            "validation_fraction": pairs.validation_fraction,
            "smoothing": pairs.smoothing,
            # the pairs are those of the experiment, whatever the restart
            "pairs_seed_names": [STUDY, name],
        }
        for samples, restart in product(pairs.samples, range(pairs.restarts))
    ]
    networks = [
        {
            **variant,
            "embedding_dimension": network.embedding_dimension,
            "seed_names": [STUDY, name, f"restart_{variant['restart']}"],
        }
        for variant in tries
    ]
    completion = {
        "seed_names": [STUDY, name],
        "rank": settings.completion.rank,
        "steps": network.steps,
        "logged_steps": network.logged_steps,
        "variants": tries,
    }
    most = max(draws.parents)
    # the same graphs and tables; the outcomes of each user are permuted
    plan.generate_datasets(
        name,
        SHUFFLED,
        draws,
        draws.input_factors,
        parents=most,
        seed_names=[STUDY, name, f"parents_{most}"],
        shuffle="inputs",
    )
    made: dict[str, Paths] = {}
    for prefix, datasets in (("", factored), (f"{SHUFFLED}_", plan.datasets(name, SHUFFLED))):
        trained = "compsparse.studies.factorial.discussion.train_recommender"
        plan.train_networks(name, f"{prefix}network", trained, network, networks, datasets)
        factorized = "compsparse.studies.factorial.discussion.train_matrix_completion"
        inputs = {"datasets": datasets}
        plan.train(name, f"{prefix}completion", factorized, completion, inputs, NETWORKS)
        for method in ("network", "completion"):
            made[f"{prefix}{method}_history"] = plan.histories(name, f"{prefix}{method}")[0]
            if not prefix:
                made[f"{method}_model"] = plan.models(name, method)[0]
    plan.evaluate(
        "compsparse.studies.factorial.discussion.evaluate_recommender",
        made,
        {"smoothing": pairs.smoothing},
        render="compsparse.studies.factorial.discussion.render_recommender",
    )


def _transfer(plan: Collector, settings: Transfer) -> None:
    name, tasks, networks = "transfer", settings.generate, settings.train
    first = plan.generate_one_space(name, tasks.first, "first")
    second = plan.generate_one_space(name, tasks.second, "second")
    dimension = networks.first.embedding_dimension
    plan.train_networks(name, "first", TRAIN_COMPRESSION, networks.first, [dimension], first)
    compared = [
        {"embedding": embedding, "seen_fraction": fraction}
        for embedding in ("compatible", "incompatible", "untrained", "oracle")
        for fraction in networks.second.seen_fractions
    ]
    history = plan.train_networks(
        name,
        "second",
        "compsparse.studies.factorial.discussion.train_transfer",
        networks.second,
        [{"embedding_dimension": dimension, **variant} for variant in compared],
        second,
        plan.models(name, "first"),
    )
    plan.evaluate(
        "compsparse.studies.factorial.discussion.evaluate_transfer",
        {"history": history},
        {"variants": compared},
        render="compsparse.studies.factorial.discussion.render_transfer",
    )


def _summary(plan: Collector) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.discussion.evaluate_summary",
        {source: plan.table(source) for source in SUMMARY_SOURCES},
        render="compsparse.studies.factorial.discussion.render_summary",
        headline=False,  # its title counts the rows of its table
    )
