"""Settings and jobs on a single pass over the data (document 004, Section 4.2)."""

from itertools import product
from typing import Annotated, Any

from pydantic import Field

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import (
    STUDY,
    TRAIN_COMPRESSION,
    TRAIN_SINGLE_PASS,
    Collector,
)
from compsparse.studies.factorial.data_model.shuffling import SHUFFLES
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel
from workflow_engine.provenance.job import Paths


class ManyConcentrations(StrictModel):
    """One input space at several concentrations of the Dirichlet distribution."""

    input_factors: shared.Sizes
    output_factors: shared.Sizes
    parents: Positive
    concentrations: Annotated[list[PositiveNumber], Field(min_length=2), Increasing]
    runs: Positive

    def draws(self, concentration: float) -> shared.Draws:
        """Return the draws at one concentration."""
        return shared.Draws(
            output_factors=self.output_factors, concentration=concentration, runs=self.runs
        )


SinglePass = shared.Trained[shared.ManyInputs, shared.SinglePassNetwork]
Entropy = shared.Trained[ManyConcentrations, shared.FixedWidthNetwork]


class SinglePassExperiments(StrictModel):
    """The experiments on a single pass."""

    single_pass: SinglePass  # Figure 3
    entropy: Entropy  # footnote 2: the entropy of the target as a confounder


def collect(plan: Collector, settings: SinglePassExperiments) -> None:
    """Add the jobs of this theme."""
    _single_pass(plan, settings.single_pass)
    _entropy(plan, settings.entropy)


def _single_pass(plan: Collector, settings: SinglePass) -> None:
    plan.evaluate(
        "compsparse.studies.factorial.single_pass.evaluate_single_pass",
        plan.generate_and_train_inputs(
            "single_pass", settings.generate, TRAIN_SINGLE_PASS, settings.train
        ),
        render="compsparse.studies.factorial.single_pass.render_single_pass",
    )


def _entropy(plan: Collector, settings: Entropy) -> None:
    name, draws, network = "entropy", settings.generate, settings.train
    datasets: dict[str, list[str]] = {"factored": [], "shuffled": []}
    for shuffle, concentration in product((None, *SHUFFLES), draws.concentrations):
        cell = f"{shuffle or 'factored'}_{concentration:g}".replace(".", "_").replace("-", "_")
        # the same graphs and tables with and without shuffling, the same graphs everywhere
        more: dict[str, Any] = {"shuffle": shuffle} if shuffle else {}
        plan.generate_datasets(
            name,
            cell,
            draws.draws(concentration),
            draws.input_factors,
            parents=draws.parents,
            seed_names=[STUDY, name],
            **more,
        )
        datasets["shuffled" if shuffle else "factored"] += plan.datasets(name, cell)
    inputs: dict[str, Paths] = {f"{cell}_datasets": paths for cell, paths in datasets.items()}
    variants = [network.embedding_dimension]
    for cell, paths in datasets.items():
        history = plan.train_networks(name, cell, TRAIN_COMPRESSION, network, variants, paths)
        inputs[f"{cell}_history"] = history
    plan.evaluate(
        "compsparse.studies.factorial.single_pass.evaluate_entropy",
        inputs,
        {"concentrations": draws.concentrations, "shuffles": list(SHUFFLES)},
        render="compsparse.studies.factorial.single_pass.render_entropy",
    )
