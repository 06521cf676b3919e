"""Settings of the data split, the share of inputs seen (document 004, Section 4.4, (P10))."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Distinct, Increasing, Positive, PositiveNumber, Share
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import ManyParents, Network
from compsparse.validation.strict_model import StrictModel


class DataSplitNetwork(Network):
    """Trained on several shares of the inputs, each nested in the next."""

    embedding_dimension: Positive
    seen_fractions: Annotated[list[Share], Field(min_length=2), Distinct]
    held_out_fraction: Share = Field(description="seen at no share: judges all of them")
    jobs: Positive = Field(description="training jobs that divide the shares among them")

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


class DataSplitReadings(StrictModel):
    """What the results read from the runs."""

    sufficient_ratio: Annotated[float, Field(gt=1)] = Field(
        description="loss / loss at the largest share that counts as enough data"
    )
    budgets: Annotated[list[PositiveNumber], Field(min_length=2), Increasing] = Field(
        description="compute of the isoflop lines, in passes over all inputs"
    )
    isoflop_parents: Annotated[list[Positive], Field(min_length=2, max_length=2), Increasing] = (
        Field(description="of the two isoflop panels, the sparser graph first")
    )
    curve_points: Annotated[int, Field(ge=2)] = Field(
        description="logged steps of each curve that the table of loss by compute keeps"
    )


class DataSplitExperiment(StrictModel):
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


class DataSplit(StrictModel):
    """The experiments on the data split."""

    data_split: DataSplitExperiment
