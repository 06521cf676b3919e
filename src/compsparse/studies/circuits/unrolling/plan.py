"""Settings and jobs on Turing machines unrolled into circuits (Theorem 1)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.circuits.settings import Evaluated, MachineName
from workflow_engine.configuration.values import Increasing, StrictModel
from workflow_engine.job_collector import JobCollector

# even: addition takes two numbers, and words 0^m 1^m have no odd length
Length = Annotated[int, Field(ge=2, multiple_of=2)]
FewBits = Annotated[Length, Field(le=16)]  # all inputs are tested


class Measured(StrictModel):
    """Machines of one kind, and the input lengths at which their circuits are measured."""

    machines: Annotated[list[MachineName], Field(min_length=1)]
    lengths: Annotated[list[Length], Field(min_length=3), Increasing] = Field(description="n")


class Circuits(StrictModel):
    """Which circuits of which machines are made."""

    kept: Annotated[list[FewBits], Field(min_length=1)] = Field(
        description="n of the circuits that are stored and tested on all inputs"
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
    """How far the check goes."""

    reference_lengths: Annotated[list[Length], Field(min_length=1)] = Field(
        description="n, among those kept, at which the packed and the slow evaluator are compared"
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
    """The inputs on which broken constructions are tested."""

    lengths: Annotated[list[FewBits], Field(min_length=1)]
    machines: Annotated[list[MachineName], Field(min_length=1)]


class Unrolling(StrictModel):
    """The experiments of this theme."""

    machines: Machines
    broken_pipeline: Evaluated[Broken] = Field(
        description="one thing broken at a time: would the check of every input notice?"
    )


def collect(plan: JobCollector, settings: Unrolling) -> None:
    """Add the jobs of this theme: the circuits of each machine, checked, broken and measured."""
    made = settings.machines.generate
    data = [
        plan.generate(
            "machines",
            machine,
            "compsparse.studies.circuits.unrolling.generate_machines",
            {"machine": machine, "kept": made.kept, "measured": group.lengths},
        )
        for group in made.measured
        for machine in group.machines
    ]
    machines = {"machines": made.machines}
    plan.evaluate(
        "compsparse.studies.circuits.unrolling.evaluate_pipeline",
        {"data": data},
        {**machines, "kept": made.kept, **settings.machines.evaluate.model_dump()},
        render="compsparse.studies.circuits.unrolling.render_pipeline",
        headline=False,
    )
    plan.evaluate(
        "compsparse.studies.circuits.unrolling.evaluate_broken_pipeline",
        {},
        settings.broken_pipeline.evaluate.model_dump(),
        render="compsparse.studies.circuits.unrolling.render_broken_pipeline",
    )
    plan.evaluate(
        "compsparse.studies.circuits.unrolling.evaluate_growth",
        {"data": data},
        machines,
        render="compsparse.studies.circuits.unrolling.render_growth",
        headline=False,
    )
