"""Settings and jobs on a single pass over the data (document 004, Section 4.2)."""

from typing import Annotated, Any

from pydantic import Field

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.collector import STUDY, Collector
from compsparse.studies.factorial.data_model.shuffling import SHUFFLES
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel


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
    made = plan.generate_and_train_inputs(
        "single_pass",
        settings.generate,
        "compsparse.studies.factorial.training.train_single_pass",
        settings.train,
    )
    plan.evaluate(
        "compsparse.studies.factorial.single_pass.evaluate_single_pass",
        made,
        render="compsparse.studies.factorial.single_pass.render_single_pass",
    )


def _entropy(plan: Collector, settings: Entropy) -> None:
    name, draws, network = "entropy", settings.generate, settings.train
    variants = [{"embedding_dimension": network.embedding_dimension}]
    datasets: dict[str, list[str]] = {"factored": [], "shuffled": []}
    for shuffle in (None, *SHUFFLES):
        for concentration in draws.concentrations:
            cell = f"{shuffle or 'factored'}_{concentration:g}".replace(".", "_").replace("-", "_")
            # the same graphs and tables with and without shuffling, the same graphs everywhere
            more: dict[str, Any] = {"seed_names": [STUDY, name]} | (
                {"shuffle": shuffle} if shuffle else {}
            )
            plan.generate_datasets(
                name,
                cell,
                draws.draws(concentration),
                draws.input_factors,
                parents=draws.parents,
                **more,
            )
            datasets["shuffled" if shuffle else "factored"] += plan.datasets(name, cell)
    for cell, paths in datasets.items():
        plan.train_networks(
            name,
            cell,
            "compsparse.studies.factorial.training.train_compression",
            network,
            variants,
            paths,
        )
    plan.evaluate(
        "compsparse.studies.factorial.single_pass.evaluate_entropy",
        {f"{cell}_datasets": paths for cell, paths in datasets.items()}
        | {f"{cell}_history": plan.histories(name, cell)[0] for cell in datasets},
        {"concentrations": draws.concentrations, "shuffles": list(SHUFFLES)},
        render="compsparse.studies.factorial.single_pass.render_entropy",
    )
