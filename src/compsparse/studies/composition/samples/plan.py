"""Settings and jobs on numbers of samples (document 003, 'Easy-to-hard' and the gaps)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import (
    Experiment,
    Folds,
    Generated,
    Hidden,
    Learned,
    Rates,
    TaskSize,
)
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "sample_complexity"


class PooledTasks(StrictModel):
    """Tasks along two lines that cross: other N, and other k."""

    tasks: Annotated[list[TaskSize], Field(min_length=3)]
    crossing: TaskSize = Field(description="the task of both lines, on which hard data are tried")
    runs: Positive = Field(description="independent replicates")

    @model_validator(mode="after")
    def _two_lines(self) -> "PooledTasks":
        if self.crossing not in self.tasks:
            raise ValueError(f"crossing: one of the tasks, not {self.crossing}")
        for name, fixed in (("symbols", "folds"), ("folds", "symbols")):
            on_line = [
                getattr(task, name)
                for task in self.tasks
                if getattr(task, fixed) == getattr(self.crossing, fixed)
            ]
            if len(set(on_line)) < 2 or len(set(on_line)) < len(on_line):
                raise ValueError(
                    f"tasks: at least two different values of {name} at the crossing's {fixed}, "
                    f"each once, not {on_line}"
                )
        return self


class PoolTraining(StrictModel):
    """Trainings on fixed pools."""

    pools: Annotated[list[Positive], Field(min_length=3), Increasing] = Field(
        description="numbers of labelled sequences"
    )
    hard_only_times: Annotated[int, Field(ge=2)] = Field(
        description="hard data alone get one pool, this multiple of the largest"
    )
    rates: Rates
    initial_scale: PositiveNumber = Field(description="standard deviation of the initial weights")
    hard_only_scales: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="the same for hard data alone; validation chooses one"
    )
    steps: Positive = Field(description="updates at most")
    batch: Positive = Field(description="sequences of an update at most")
    looks: Annotated[int, Field(ge=2, description="steps of which validation chooses one")]
    judged: Positive = Field(description="sequences of validation, and of the test")

    @model_validator(mode="after")
    def _enough(self) -> "PoolTraining":
        if self.batch < 8 or self.pools[0] < 8:
            raise ValueError("pools and batch: at least 8 sequences, some of every hop")
        return self


class CountedTask(StrictModel):
    """A task small enough to try all tuples."""

    folds: Folds
    symbols: Annotated[
        int,
        Field(ge=3, description="N; with two symbols two targets can be the same function"),
    ]


class Counted(StrictModel):
    """Examples until one tuple of hidden permutations is left."""

    tasks: Annotated[list[CountedTask], Field(min_length=1)]
    runs: Annotated[int, Field(ge=3, description="targets of each task")]
    limit: Annotated[float, Field(ge=2, description="most examples, in units of k N ln N")]


class Samples(StrictModel):
    """The theme's experiments."""

    sample_complexity: Experiment[PooledTasks, PoolTraining, Learned]
    version_space: Generated[Counted]


def collect(plan: Collector, settings: Samples) -> None:
    """Add the jobs of this theme."""
    _sample_complexity(plan, settings.sample_complexity)
    chosen = settings.version_space.generate.model_dump()
    counts = plan.generate(
        "version_space",
        "all",
        "compsparse.studies.composition.samples.generate_version_space",
        # nothing is trained
        {**chosen, **plan.touched("known_layers", "wrong_layers")},
    )
    plan.evaluate(
        "compsparse.studies.composition.samples.evaluate_version_space",
        {"counts": counts},
        {"limit": chosen["limit"]},
        render="compsparse.studies.composition.samples.render_version_space",
    )


def _sample_complexity(
    plan: Collector, chosen: Experiment[PooledTasks, PoolTraining, Learned]
) -> None:
    trained, hard_only = [], ""
    crossing = chosen.generate.crossing
    for task in chosen.generate.tasks:
        cell = f"folds_{task.folds}-symbols_{task.symbols}"
        draws = Hidden(**task.model_dump(), runs=chosen.generate.runs)
        hidden = plan.hidden(NAME, cell, draws)
        trained.append(_pools(plan, cell, hidden, "mixture", chosen.train))
        if task == crossing:
            hard_only = _pools(plan, cell, hidden, "hard_only", chosen.train)
    size = crossing.model_dump()
    plan.evaluate(
        "compsparse.studies.composition.samples.evaluate_sample_complexity",
        {"mixture": trained, "hard_only": hard_only},
        {**size, **chosen.evaluate.model_dump()},
        render="compsparse.studies.composition.samples.render_sample_complexity",
        render_params=size,
    )


def _pools(plan: Collector, cell: str, hidden: str, data: str, training: PoolTraining) -> str:
    """Add a training on pools of one kind of data and return its path.

    Initial weights and sequences are the same for both kinds.
    """
    alone = data == "hard_only"
    scales = training.hard_only_scales if alone else [training.initial_scale]
    pools = [training.pools[-1] * training.hard_only_times] if alone else training.pools
    params = {
        "seed_names": [STUDY, NAME, cell],
        "data": data,
        **training.model_dump(include={"rates", "steps", "batch", "looks", "judged"}),
        "pools": pools,
        "initial_scales": scales,
    }
    module = "compsparse.studies.composition.samples.train_pools"
    return plan.train_in_world(NAME, f"{cell}-{data}", module, params, {"hidden": hidden})
