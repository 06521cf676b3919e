"""Settings of learning a step of a cellular automaton and its way back (Figure 10.2)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.circuits.local_steps.size_settings import Sizes
from compsparse.validation.strict_model import StrictModel

_SMALLEST_SIDE = 4  # the nine cells of a window are different ones
_LARGEST_WHOLE = 20  # cells: the table has an entry for each of 2^20 states


def _even(sides: list[int]) -> list[int]:
    if sides[0] % 2 or sides[1] % 2:
        raise ValueError(f"even numbers of rows and columns, for blocks of 2 x 2; not {sides}")
    return sides


Reversible = Literal["billiard", "gas"]
Even = Annotated[int, Field(ge=_SMALLEST_SIDE, multiple_of=2)]
Sides = Annotated[list[Positive], Field(min_length=2, max_length=2), AfterValidator(_even)]


class CellularStates(StrictModel):
    """Grids in which all states are equally likely."""

    rows: Even
    columns: Even
    training_grids: Positive = Field(description="in each run")
    test_grids: Positive = Field(description="in each run, for paths of several steps")
    runs: Positive = Field(description="independent replicates")


class TransitionTables(StrictModel):
    """Tables of windows, learned forward and backward."""

    reversible: Annotated[list[Reversible], Field(min_length=1)]
    control: Literal["annihilating"] = Field(description="a rule with several ways back")
    sizes: Sizes = Field(description="numbers of training sites")


class TransitionEvaluation(StrictModel):
    """When a step counts as learned, and how long paths are."""

    share: Annotated[float, Field(gt=0.5, lt=1)] = Field(description="of all cells")
    steps: Positive = Field(description="of a path, forward and backward")


class LocalTransitions(StrictModel):
    """One step and one step back, from windows."""

    generate: CellularStates
    train: TransitionTables
    evaluate: TransitionEvaluation

    @model_validator(mode="after")
    def _fits(self) -> "LocalTransitions":
        draws = self.generate
        sites = draws.training_grids * draws.rows * draws.columns
        if self.train.sizes[-1] != sites:
            raise ValueError(
                f"as largest size the {sites} sites of the training grids, so that all are used; "
                f"not {self.train.sizes[-1]}"
            )
        if "gas" not in self.train.reversible:
            raise ValueError(
                f"the rule 'gas' among the reversible ones, whose momentum is checked; they are "
                f"{self.train.reversible}"
            )
        if len(set(self.train.reversible)) < len(self.train.reversible):
            raise ValueError(f"different rules; they are {self.train.reversible}")
        return self


class TransitionSamples(StrictModel):
    """Tables over whole states and over blocks, for grids of several sizes."""

    rule: Reversible
    # one block in 16 that is wrong is then too much on any grid
    share: Annotated[float, Field(gt=15 / 16, lt=1)] = Field(description="of whole states")
    whole_sides: Annotated[list[Sides], Field(min_length=2)]
    block_sides: Annotated[list[Sides], Field(min_length=2)]
    runs: Positive

    @model_validator(mode="after")
    def _fits(self) -> "TransitionSamples":
        for name in ("whole_sides", "block_sides"):
            cells = [rows * columns for rows, columns in getattr(self, name)]
            if len(set(cells)) < len(cells):
                raise ValueError(f"{name} with different numbers of cells; they are {cells}")
        largest = max(rows * columns for rows, columns in self.whole_sides)
        if largest > _LARGEST_WHOLE:
            raise ValueError(
                f"whole states of at most {_LARGEST_WHOLE} cells, since the table has 2^cells "
                f"entries; not {largest}"
            )
        return self


class GlobalTransitions(StrictModel):
    """The same step without locality."""

    train: TransitionSamples
