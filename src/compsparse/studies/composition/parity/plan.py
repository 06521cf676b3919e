"""Settings and jobs on parity (document 003, Part II, 'Connection to k-sparse parity')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import Learned
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "parity"
Degree = Annotated[int, Field(ge=2, description="k, inputs that matter")]


class ParityTask(StrictModel):
    """Parities of one degree."""

    degree: Degree
    inputs: Annotated[list[Positive], Field(min_length=2), Increasing] = Field(
        description="d, some of them more than matter"
    )

    @model_validator(mode="after")
    def _some_do_not_matter(self) -> "ParityTask":
        if self.inputs[0] <= self.degree:
            raise ValueError(
                f"inputs: more than the degree {self.degree}, not {self.inputs[0]}; with no others "
                "nothing is sparse"
            )
        return self


class ParityTraining(StrictModel):
    """Trainings, the same with intermediate labels and without but for the steps."""

    tasks: Annotated[list[ParityTask], Field(min_length=2)]
    runs: Positive = Field(description="independent replicates")
    rates: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="learning rates; validation chooses one"
    )
    steps: Positive = Field(description="updates at most, on the mixture")
    hard_only_times: Positive = Field(description="so many times the steps on the parity alone")
    examples: Positive = Field(description="fresh ones, in each step")
    width: Positive = Field(description="units of a hidden layer")
    layers: Positive = Field(description="hidden ones")
    looks: Annotated[int, Field(ge=2, description="steps at which accuracy is measured")]
    judged: Positive = Field(description="examples of each look")

    @model_validator(mode="after")
    def _other_degrees(self) -> "ParityTraining":
        degrees = [task.degree for task in self.tasks]
        if len(set(degrees)) < len(degrees):
            raise ValueError(f"tasks: each degree once, not {degrees}")
        return self


class Trained(StrictModel):
    """Parities that are learned."""

    train: ParityTraining
    evaluate: Learned


class Written(StrictModel):
    """Parities that are written down."""

    degrees: Annotated[list[Degree], Field(min_length=1), Increasing]
    idle: Positive = Field(description="inputs that do not matter")

    @model_validator(mode="after")
    def _few_bits(self) -> "Written":
        if self.degrees[-1] + self.idle > 16:
            raise ValueError("degrees and idle: at most 16 bits, of which all settings are tried")
        return self


class ShallowParity(StrictModel):
    """One hidden layer."""

    generate: Written


class Parities(StrictModel):
    """The theme's experiments."""

    parity: Trained
    shallow_parity: ShallowParity


def collect(plan: Collector, settings: Parities) -> None:
    """Add the jobs of this theme."""
    _parity(plan, settings.parity)
    written = settings.shallow_parity.generate.model_dump()
    outputs = plan.generate("shallow_parity", "all", "shallow", written)
    plan.evaluate("shallow_parity", {"outputs": outputs})


def _parity(plan: Collector, chosen: Trained) -> None:
    training = chosen.train
    times = {"mixture": 1, "hard_only": training.hard_only_times}
    paths: dict[str, list[str]] = {data: [] for data in times}
    cells = [(task.degree, inputs) for task in training.tasks for inputs in task.inputs]
    for degree, inputs in cells:
        cell = f"degree_{degree}-inputs_{inputs}"
        for data, more in times.items():
            params = {
                # first weights and examples are the same with intermediate labels and without
                "seed_names": [STUDY, NAME, cell],
                "data": data,
                "degree": degree,
                "inputs": inputs,
                **training.model_dump(exclude={"tasks", "steps", "hard_only_times"}),
                "steps": training.steps * more,
                **chosen.evaluate.model_dump(),
                # a parity has neither layers nor permutations
                **plan.touched("known_layers", "wrong_layers", "one_permutation"),
            }
            paths[data].append(plan.train(NAME, f"{cell}-{data}", "parity", params))
    named = [{"degree": degree, "inputs": inputs} for degree, inputs in cells]
    plan.evaluate(NAME, paths, {"cells": named, **chosen.evaluate.model_dump()})
