"""Settings of Turing machines unrolled into circuits (Theorem 1)."""

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.validation.strict_model import StrictModel

MachineName = Literal[
    "parity",
    "unary_increment",
    "binary_increment",
    "binary_addition",
    "zeros_ones",
    "palindrome",
]
_MOST_EXHAUSTED = 16  # bits whose inputs are all tried
# even: addition takes two numbers, and words 0^m 1^m have no odd length
Length = Annotated[int, Field(ge=2, multiple_of=2)]


class Measured(StrictModel):
    """Machines of one kind, and the input lengths at which their circuits are measured."""

    machines: Annotated[list[MachineName], Field(min_length=1)]
    lengths: Annotated[list[Length], Field(min_length=3)] = Field(description="n, increasing")

    @model_validator(mode="after")
    def _increase(self) -> "Measured":
        for short, long in pairwise(self.lengths):
            if not short < long:
                raise ValueError(f"lengths that increase; {long} follows {short}")
        return self


class Circuits(StrictModel):
    """Which circuits of which machines are made."""

    kept: Annotated[list[Length], Field(min_length=1)] = Field(
        description="n of the circuits that are stored and tried on all inputs"
    )
    measured: Annotated[list[Measured], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits(self) -> "Circuits":
        if max(self.kept) > _MOST_EXHAUSTED:
            raise ValueError(
                f"at most {_MOST_EXHAUSTED} bits, all of whose inputs are tried; {max(self.kept)} "
                "are too many"
            )
        names = self.machines
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"every machine in one group; {twice[0]!r} is in several")
        return self

    @property
    def machines(self) -> list[str]:
        """All machines, in order."""
        return [name for group in self.measured for name in group.machines]


class Checked(StrictModel):
    """What is checked how far."""

    reference_lengths: Annotated[list[Length], Field(min_length=1)] = Field(
        description="n at which the packed evaluator is held against the slow one, of those kept"
    )


class Machines(StrictModel):
    """Circuits of Turing machines and the check of every stage on every input."""

    generate: Circuits
    evaluate: Checked

    @model_validator(mode="after")
    def _are_kept(self) -> "Machines":
        for length in self.evaluate.reference_lengths:
            if length not in self.generate.kept:
                raise ValueError(f"reference lengths that are kept; {length} is not")
        return self


class Broken(StrictModel):
    """The inputs on which broken constructions are tried."""

    lengths: Annotated[list[Length], Field(min_length=1)]
    machines: Annotated[list[MachineName], Field(min_length=1)]

    @model_validator(mode="after")
    def _are_few(self) -> "Broken":
        if max(self.lengths) > _MOST_EXHAUSTED:
            raise ValueError(
                f"at most {_MOST_EXHAUSTED} bits, all of whose inputs are tried; "
                f"{max(self.lengths)} are too many"
            )
        return self


class BrokenPipeline(StrictModel):
    """One thing broken at a time: would the check of every input notice?"""

    evaluate: Broken


class Unrolling(StrictModel):
    """The experiments of this theme."""

    machines: Machines
    broken_pipeline: BrokenPipeline
