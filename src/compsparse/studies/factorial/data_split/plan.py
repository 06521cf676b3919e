"""Settings and jobs of the data split, the share of inputs seen (document 004, Section 4.4)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.factorial.collector import TRAIN_GENERALIZATION, Collector
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import FixedWidthNetwork, ManyParents, Network
from workflow_engine.configuration import values


class DataSplitNetwork(FixedWidthNetwork):
    """Trained on several fractions of the inputs, each nested in the next."""

    seen_fractions: Annotated[list[values.Share], Field(min_length=2), values.Distinct]
    held_out_fraction: values.Share = Field(description="seen at no fraction: judges all networks")
    jobs: values.Positive = Field(description="training jobs among which the fractions are divided")

    @model_validator(mode="after")
    def _shares_fit(self) -> "DataSplitNetwork":
        if max(self.seen_fractions) + self.held_out_fraction > 1 + 1e-9:  # rounding of a sum
            raise ValueError(
                f"seen_fractions of at most {1 - self.held_out_fraction:g}, what "
                f"held_out_fraction leaves; {max(self.seen_fractions)} is too large"
            )
        if self.jobs > len(self.seen_fractions):
            raise ValueError(
                f"at most {len(self.seen_fractions)} jobs, one for each of seen_fractions; "
                f"{self.jobs} is too many"
            )
        return self


class DataSplitReadings(values.StrictModel):
    """What the results read from the runs."""

    sufficient_ratio: Annotated[float, Field(gt=1)] = Field(
        description="loss / loss at the largest share that counts as enough data"
    )
    budgets: Annotated[list[values.PositiveNumber], Field(min_length=2), values.Increasing] = Field(
        description="compute of the isoflop lines, in passes over all inputs"
    )
    isoflop_parents: Annotated[
        list[values.Positive], Field(min_length=2, max_length=2), values.Increasing
    ] = Field(description="of the two isoflop panels, the sparser graph first")
    curve_points: Annotated[int, Field(ge=2)] = Field(
        description="logged steps of each curve that the table of loss by compute keeps"
    )


class DataSplitExperiment(values.StrictModel):
    """Figures 8, 9, 10 and 20, and the control on parent states."""

    generate: ManyParents
    train: DataSplitNetwork
    evaluate: DataSplitReadings

    @model_validator(mode="after")
    def _readings_fit(self) -> "DataSplitExperiment":
        chosen, parents = self.evaluate.isoflop_parents, self.generate.parents
        if not set(chosen) <= set(parents):
            raise ValueError(
                f"isoflop_parents among {parents}, the numbers of parents; not {chosen}"
            )
        inputs = Factorization.parse(self.generate.input_factors).size
        shares = [round(share * inputs) / inputs for share in self.train.seen_fractions]
        first, last = max(shares), min(shares) * self.train.steps
        budgets = self.evaluate.budgets
        if budgets[0] < first or budgets[-1] > last:
            raise ValueError(
                f"budgets from {first:g} (one step at the largest of seen_fractions) to {last:g} "
                f"(all steps at the smallest) passes over all inputs; not {budgets}"
            )
        return self


class DataSplit(values.StrictModel):
    """The experiments on the data split."""

    data_split: DataSplitExperiment


def collect(plan: Collector, settings: DataSplit) -> None:
    """Add the jobs of this theme."""
    name, draws = "data_split", settings.data_split.generate
    network, readings = settings.data_split.train, settings.data_split.evaluate
    # networks for all numbers of parents have the same shape, so they train together
    datasets = plan.generate_many_parents(name, draws)
    shared = Network.model_validate(network.model_dump(include=set(Network.model_fields)))
    for index, fractions in enumerate(evenly_divided(network.seen_fractions, network.jobs)):
        variants = [
            {
                "embedding_dimension": network.embedding_dimension,
                "seen_fraction": fraction,
                "held_out_fraction": network.held_out_fraction,
            }
            for fraction in fractions
        ]
        plan.train_networks(name, f"part_{index}", TRAIN_GENERALIZATION, shared, variants, datasets)
    runs = {"histories": plan.histories(name)}
    plan.evaluate(
        "compsparse.studies.factorial.data_split.evaluate_data_split",
        runs,
        {"sufficient_ratio": readings.sufficient_ratio},
        render="compsparse.studies.factorial.data_split.render_data_split",
    )
    plan.evaluate(
        "compsparse.studies.factorial.data_split.evaluate_isoflop",
        runs,
        {"parents": readings.isoflop_parents, "budgets": readings.budgets},
        render="compsparse.studies.factorial.data_split.render_isoflop",
    )
    plan.evaluate(
        "compsparse.studies.factorial.data_split.evaluate_data_split_compute",
        runs,
        {
            "budgets": [readings.budgets[0], readings.budgets[-1]],
            "curve_points": readings.curve_points,
        },
        render="compsparse.studies.factorial.data_split.render_data_split_compute",
    )
    plan.evaluate(
        "compsparse.studies.factorial.data_split.evaluate_parent_states",
        {**runs, "datasets": datasets},
        render="compsparse.studies.factorial.data_split.render_parent_states",
    )


def evenly_divided(fractions: list[float], jobs: int) -> list[list[float]]:
    """Divide fractions of the inputs among jobs of about equal length."""
    # the cost of a step grows with the number of seen inputs; greedy: the largest fraction first,
    # to the job with the least work
    parts: list[list[float]] = [[] for _ in range(jobs)]
    for fraction in sorted(fractions, reverse=True):
        min(parts, key=sum).append(fraction)
    return [sorted(part) for part in parts]
