"""Settings of the data split, the share of inputs seen (document 004, Section 4.4, (P10))."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.shared_settings import (
    ManyParents,
    Network,
    PositiveNumber,
    Share,
    require_distinct,
)
from compsparse.validation.strict_model import StrictModel


class DataSplitNetwork(Network):
    """Trained on several shares of the inputs, each nested in the next."""

    embedding_dimension: Positive
    seen_fractions: Annotated[list[Share], Field(min_length=2)]
    held_out_fraction: Share = Field(description="seen at no share: judges all of them")
    jobs: Positive = Field(description="training jobs that divide the shares among them")

    @model_validator(mode="after")
    def _shares_fit(self) -> "DataSplitNetwork":
        require_distinct(self.seen_fractions, "seen_fractions")
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
    budgets: Annotated[list[PositiveNumber], Field(min_length=2)] = Field(
        description="compute of the isoflop lines, in passes over all inputs"
    )
    isoflop_parents: Annotated[list[Positive], Field(min_length=2, max_length=2)] = Field(
        description="of the two isoflop panels, the sparser graph first"
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
        sparser, denser = self.evaluate.isoflop_parents
        if not sparser < denser or not {sparser, denser} <= set(self.generate.parents):
            raise ValueError(
                f"isoflop_parents as two increasing numbers among {self.generate.parents}, the "
                f"numbers of parents; not {self.evaluate.isoflop_parents}"
            )
        self._require_reached(self.evaluate.budgets)
        return self

    def _require_reached(self, budgets: Sequence[float]) -> None:
        if list(budgets) != sorted(set(budgets)):
            raise ValueError(f"budgets in increasing order; not {list(budgets)}")
        inputs = Factorization.parse(self.generate.input_factors).size
        shares = [round(share * inputs) / inputs for share in self.train.seen_fractions]
        first, last = max(shares), min(shares) * self.train.steps
        if budgets[0] < first or budgets[-1] > last:
            raise ValueError(
                f"budgets from {first:g} (one step at the largest of seen_fractions) to {last:g} "
                f"(all steps at the smallest) passes over all inputs; not {list(budgets)}"
            )


class DataSplit(StrictModel):
    """The experiments on the data split."""

    data_split: DataSplitExperiment
