"""Settings and jobs on statistical complexity (document 004, Section 3.2)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.factorial.collector import STUDY, TRAIN_SINGLE_PASS, Collector
from compsparse.studies.factorial.shared_settings import (
    Evaluated,
    ManyParents,
    Network,
    SinglePassNetwork,
)
from workflow_engine.configuration.values import (
    Distinct,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

Points = Annotated[list[Positive], Field(min_length=2), Distinct]
Shares = Annotated[list[Share], Field(min_length=1), Distinct]
Tokens = Annotated[int, Field(ge=2, description="N = M, the tokens of either space")]


class ErrorGrid(StrictModel):
    """Where the mean error of the histogram is measured."""

    tokens: Annotated[list[Tokens], Field(min_length=2), Distinct]
    samples: Points


class FailureGrid(StrictModel):
    """Where the histogram's failures are counted, at the number of samples of Theorem 2."""

    tokens: Annotated[list[Tokens], Field(min_length=1), Distinct]
    errors: Shares = Field(description="eps, in total variation")
    failure_probabilities: Shares = Field(description="delta")
    repetitions: Positive = Field(description="samples drawn in each run")


class HistogramEvaluation(StrictModel):
    """What the evaluation of Theorem 2 draws and measures."""

    concentration: PositiveNumber = Field(description="of the rows that are not uniform, P4")
    mean: ErrorGrid
    failures: FailureGrid
    runs: Positive


class KnownStructureEvaluation(StrictModel):
    """What the evaluation of Theorem 3 with a known factorization measures."""

    samples: Points
    replicates: Positive = Field(description="among which the graphs are divided evenly")
    least_marginal: Share = Field(description="smallest probability of an input, times N")


class KnownStructureEstimator(StrictModel):
    """Theorem 3, for a known factorization and graph."""

    generate: ManyParents
    evaluate: KnownStructureEvaluation

    @model_validator(mode="after")
    def _evenly_divided(self) -> "KnownStructureEstimator":
        if self.generate.runs % self.evaluate.replicates:
            raise ValueError(
                f"generate.runs a multiple of evaluate.replicates; {self.generate.runs} graphs "
                f"cannot be shared out to {self.evaluate.replicates} replicates"
            )
        return self


class RunLengths(SinglePassNetwork):
    """Networks on fresh samples, trained once for ``steps`` and once for each shorter length.

    A schedule belongs to one number of steps, so that a loss after n samples is that of a complete
    run.
    """

    shorter_steps: Annotated[list[Positive], Field(min_length=1, description="shorter lengths")]

    @model_validator(mode="after")
    def _increasing(self) -> "RunLengths":
        if sorted(set(self.lengths)) != self.lengths:
            raise ValueError(
                f"shorter_steps that increase and stay below steps = {self.steps}; they are "
                f"{self.shorter_steps}"
            )
        return self

    @property
    def lengths(self) -> list[int]:
        """Every number of steps, increasing."""
        return [*self.shorter_steps, self.steps]

    def with_steps(self, steps: int) -> SinglePassNetwork:
        """Return the network that is trained for a number of steps."""
        shared = self.model_dump(exclude={"shorter_steps", "steps"})
        return SinglePassNetwork.model_validate({**shared, "steps": steps})


class FixedSamples(StrictModel):
    """Networks of the same shape and optimizer on a fixed sample, passed over in full batches."""

    samples: Points
    validation_fraction: Share = Field(description="of the sample; for early stopping")
    steps: Positive
    logged_steps: Annotated[int, Field(ge=3, description="at which training may stop")]


class SamplesToLossEvaluation(StrictModel):
    """Losses to be reached, and the estimators compared with the networks."""

    targets: Annotated[
        list[PositiveNumber], Field(min_length=2, max_length=2, description="nats, larger first")
    ]
    pseudocount: PositiveNumber = Field(description="added to every cell of the histograms")
    samples: Points
    repetitions: Positive = Field(description="samples drawn for each graph, losses averaged")

    @model_validator(mode="after")
    def _ordered(self) -> "SamplesToLossEvaluation":
        if self.targets[0] <= self.targets[1]:
            raise ValueError(f"targets with the larger one first; they are {self.targets}")
        return self


class SamplesToLoss(StrictModel):
    """Whether networks match the estimator that knows the structure (end of Section 3.2)."""

    generate: ManyParents
    train: RunLengths
    fixed_sample: FixedSamples
    evaluate: SamplesToLossEvaluation


class Estimation(StrictModel):
    """The experiments on statistical complexity."""

    histogram_estimator: Evaluated[HistogramEvaluation]  # Theorem 2
    known_structure_estimator: KnownStructureEstimator
    samples_to_loss: SamplesToLoss


def collect(plan: Collector, settings: Estimation) -> None:
    """Add the jobs of this theme."""
    plan.evaluate(
        "compsparse.studies.factorial.estimation.evaluate_histogram_estimator",
        {},
        settings.histogram_estimator.evaluate.model_dump(),
        render="compsparse.studies.factorial.estimation.render_histogram_estimator",
    )
    _known_structure(plan, settings.known_structure_estimator)
    _samples_to_loss(plan, settings.samples_to_loss)


def _known_structure(plan: Collector, settings: KnownStructureEstimator) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.estimation.evaluate_known_structure_estimator",
        {"datasets": plan.generate_many_parents("known_structure_estimator", settings.generate)},
        settings.evaluate.model_dump(),
        render="compsparse.studies.factorial.estimation.render_known_structure_estimator",
    )


def _samples_to_loss(plan: Collector, settings: SamplesToLoss) -> None:
    name, network, fixed = "samples_to_loss", settings.train, settings.fixed_sample
    # networks for all numbers of parents have the same shape, so they train together
    datasets = plan.generate_many_parents(name, settings.generate)
    dimension = network.embedding_dimension
    one_pass = [
        plan.train_networks(
            name,
            f"steps_{steps}",
            TRAIN_SINGLE_PASS,
            network.with_steps(steps),
            [dimension],
            datasets,
        )
        for steps in network.lengths
    ]
    shared = network.model_dump(include=set(Network.model_fields) - {"steps", "logged_steps"})
    repeated = Network(**shared, steps=fixed.steps, logged_steps=fixed.logged_steps)
    variants = [
        {
            "embedding_dimension": dimension,
            "samples": samples,
            "validation_fraction": fixed.validation_fraction,
            # both embeddings see the same pairs
            "pairs_seed_names": [STUDY, name],
        }
        for samples in fixed.samples
    ]
    learned = "compsparse.studies.factorial.estimation.train_fixed_sample"
    given = "compsparse.studies.factorial.estimation.train_fixed_sample_factors"
    histories = {
        cell: plan.train_networks(name, cell, module, repeated, variants, datasets)
        for cell, module in (("fixed_sample", learned), ("fixed_sample_factors", given))
    }
    plan.evaluate(
        "compsparse.studies.factorial.estimation.evaluate_samples_to_loss",
        {"datasets": datasets, "histories": one_pass, **histories},
        {**settings.evaluate.model_dump(), "batch_size": network.batch_size},
        render="compsparse.studies.factorial.estimation.render_samples_to_loss",
    )
