"""Settings and jobs on Turing machines unrolled into circuits (Theorem 1)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.values import Increasing, StrictModel
from workflow_engine.job_collector import JobCollector

MachineName = Literal[
    "parity", "unary_increment", "binary_increment", "binary_addition", "zeros_ones", "palindrome"
]
# even: addition takes two numbers, and words 0^m 1^m have no odd length
Length = Annotated[int, Field(ge=2, multiple_of=2)]
FewBits = Annotated[Length, Field(le=16)]  # all inputs are tried


class Measured(StrictModel):
    """Machines of one kind, and the input lengths at which their circuits are measured."""

    machines: Annotated[list[MachineName], Field(min_length=1)]
    lengths: Annotated[list[Length], Field(min_length=3), Increasing] = Field(description="n")


class Circuits(StrictModel):
    """Which circuits of which machines are made."""

    kept: Annotated[list[FewBits], Field(min_length=1)] = Field(
        description="n of the circuits that are stored and tried on all inputs"
    )
    measured: Annotated[list[Measured], Field(min_length=1)]

    @model_validator(mode="after")
    def _are_grouped(self) -> "Circuits":
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

    lengths: Annotated[list[FewBits], Field(min_length=1)]
    machines: Annotated[list[MachineName], Field(min_length=1)]


class BrokenPipeline(StrictModel):
    """One thing broken at a time: would the check of every input notice?"""

    evaluate: Broken


class Unrolling(StrictModel):
    """The experiments of this theme."""

    machines: Machines
    broken_pipeline: BrokenPipeline


def collect(plan: JobCollector, settings: Unrolling) -> None:
    """Add the jobs of this theme: the circuits of each machine, checked, broken and measured."""
    made = settings.machines.generate
    data = [
        plan.generate(
            "machines",
            machine,
            "machines",
            {"machine": machine, "kept": made.kept, "measured": group.lengths},
        )
        for group in made.measured
        for machine in group.machines
    ]
    of = {"machines": made.machines}
    plan.evaluate(
        "pipeline",
        {"data": data},
        {**of, "kept": made.kept, **settings.machines.evaluate.model_dump()},
    )
    plan.evaluate("broken_pipeline", {}, settings.broken_pipeline.evaluate.model_dump())
    plan.evaluate("growth", {"data": data}, of)
