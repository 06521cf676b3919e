"""Settings of decision trees that run automata and tell stories (listed paper, NeurIPS 2024)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.configuration.values import Positive
from compsparse.studies.circuits.local_steps.size_settings import Sizes
from compsparse.validation.strict_model import StrictModel

_BYTE = 256  # states and symbols are stored in bytes


class AutomatonSize(StrictModel):
    """The size of an automaton."""

    states: Annotated[int, Field(ge=2, le=_BYTE)]
    symbols: Annotated[int, Field(ge=2, le=_BYTE)]


class Automata(StrictModel):
    """Random automata and strings for them."""

    kinds: Annotated[list[Literal["maps", "permutations"]], Field(min_length=2, max_length=2)]
    sizes: Annotated[list[AutomatonSize], Field(min_length=2)]
    least_visits: Annotated[float, Field(gt=0)] = Field(
        description="how often a training string leaves each state on average, at the least"
    )
    largest_chance: Annotated[float, Field(gt=0, lt=1)] = Field(
        description="share of the most frequent last state, at the most"
    )
    training_strings: Positive
    training_length: Positive
    test_strings: Positive
    test_length: Positive
    runs: Positive

    @model_validator(mode="after")
    def _fits(self) -> "Automata":
        if self.test_length < self.training_length:
            raise ValueError(
                f"test strings at least as long as training strings, of which they are to be "
                f"continuations; {self.test_length} is below {self.training_length}"
            )
        if len(set(self.kinds)) < len(self.kinds):
            raise ValueError(f"both kinds, maps and permutations; they are {self.kinds}")
        pairs = [size.states * size.symbols for size in self.sizes]
        if len(set(pairs)) < len(pairs):
            raise ValueError(f"sizes with different numbers of pairs; they have {pairs}")
        return self


class TreeSizes(StrictModel):
    """How many strings trees are grown on."""

    sizes: Sizes


class AutomataTrees(StrictModel):
    """Decision trees that learn automata."""

    generate: Automata
    train: TreeSizes

    @model_validator(mode="after")
    def _fits(self) -> "AutomataTrees":
        if self.train.sizes[-1] > self.generate.training_strings:
            raise ValueError(
                f"sizes up to the {self.generate.training_strings} training strings; "
                f"{self.train.sizes[-1]} are more"
            )
        return self


class TokenTrees(StrictModel):
    """Trees over the last words of stories."""

    sizes: Sizes = Field(description="numbers of training stories")
    window: Annotated[int, Field(ge=1, le=30)] = Field(description="words that the tree sees")
    least_gain: Annotated[float, Field(gt=0)] = Field(
        description="by how much a split lessens impurity times samples, at the least"
    )
    smoothing: Annotated[float, Field(gt=0)] = Field(description="added to every count")
    runs: Positive


class StoryTrees(StrictModel):
    """Decision trees that tell stories."""

    train: TokenTrees
