"""Settings and jobs on parity (document 003, Part II, 'Connection to k-sparse parity')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import Generated, Learned, Looks, Rates
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

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
    rates: Rates
    steps: Positive = Field(description="updates at most")
    examples: Positive = Field(description="batch size")
    width: Positive = Field(description="hidden units of a layer")
    layers: Positive = Field(description="hidden ones")
    looks: Looks
    judged: Positive = Field(description="examples of each look")

    @model_validator(mode="after")
    def _other_degrees(self) -> "ParityTraining":
        degrees = [task.degree for task in self.tasks]
        if len(set(degrees)) < len(degrees):
            raise ValueError(f"tasks: each degree once, not {degrees}")
        return self


class Learning(StrictModel):
    """Parities that are learned."""

    train: ParityTraining
    evaluate: Learned


class Written(StrictModel):
    """Constructed parities."""

    degrees: Annotated[list[Degree], Field(min_length=1), Increasing]
    idle: Positive = Field(description="inputs that do not matter")

    @model_validator(mode="after")
    def _few_bits(self) -> "Written":
        if self.degrees[-1] + self.idle > 16:
            raise ValueError("degrees and idle: at most 16 bits, of which all settings are tried")
        return self


class Parities(StrictModel):
    """The theme's experiments."""

    parity: Learning
    shallow_parity: Generated[Written]


def collect(plan: Collector, settings: Parities) -> None:
    """Add the jobs of this theme."""
    _parity(plan, settings.parity)
    written = settings.shallow_parity.generate.model_dump()
    outputs = plan.generate(
        "shallow_parity",
        "all",
        "compsparse.studies.composition.parity.generate_shallow",
        written,
    )
    plan.evaluate(
        "compsparse.studies.composition.parity.evaluate_shallow_parity",
        {"outputs": outputs},
        render="compsparse.studies.composition.parity.render_shallow_parity",
    )


def _parity(plan: Collector, chosen: Learning) -> None:
    training = chosen.train
    paths: dict[str, list[str]] = {"mixture": [], "hard_only": []}
    cells = [(task.degree, inputs) for task in training.tasks for inputs in task.inputs]
    for degree, inputs in cells:
        cell = f"degree_{degree}-inputs_{inputs}"
        for data in paths:
            params = {
                # initial weights and examples are the same with intermediate labels and without
                "seed_names": [STUDY, NAME, cell],
                "data": data,
                "degree": degree,
                "inputs": inputs,
                **training.model_dump(exclude={"tasks"}),
                **chosen.evaluate.model_dump(),
            }
            path = plan.train_in_world(
                NAME,
                f"{cell}-{data}",
                "compsparse.studies.composition.parity.train_parity",
                params,
                # a parity has neither layers nor permutations
                unless=["known_layers", "wrong_layers", "one_permutation"],
            )
            paths[data].append(path)
    named = [{"degree": degree, "inputs": inputs} for degree, inputs in cells]
    plan.evaluate(
        "compsparse.studies.composition.parity.evaluate_parity",
        paths,
        {"cells": named, **chosen.evaluate.model_dump()},
        render="compsparse.studies.composition.parity.render_parity",
    )
