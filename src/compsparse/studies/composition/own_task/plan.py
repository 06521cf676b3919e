"""Settings and jobs on hidden permutations that stand in params.yaml (document 003, part II)."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import (
    NamedTask,
    NamesDiffer,
    Training,
)
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "own_permutations"


class GivenTask(NamedTask):
    """A task: pi_1, ..., pi_k, each as the list of where 0, 1, ..., N - 1 go."""

    hidden: Annotated[list[list[int]], Field(min_length=1)]

    @model_validator(mode="after")
    def _permutations(self) -> "GivenTask":
        layers_needed(len(self.hidden))
        symbols = len(self.hidden[0])
        if symbols < 2:
            raise ValueError("hidden: there are at least two symbols to permute")
        for index, row in enumerate(self.hidden, start=1):
            if sorted(row) != list(range(symbols)):
                raise ValueError(
                    f"hidden: every row has each of 0 to {symbols - 1} once; row {index} is {row}"
                )
        return self


class GivenTraining(Training):
    """Trainings of the attention-only model on the mixture."""

    runs: Positive = Field(description="independent replicates: first weights and sequences")


class OwnPermutations(StrictModel):
    """The only experiment."""

    tasks: Annotated[list[GivenTask], Field(min_length=1), NamesDiffer]
    train: GivenTraining


class OwnTask(StrictModel):
    """The theme's experiments."""

    own_permutations: OwnPermutations


def collect(plan: Collector, settings: OwnTask) -> None:
    """Add the jobs of this theme."""
    chosen = settings.own_permutations
    trained = []
    for task in chosen.tasks:
        given = {"hidden": task.hidden, "runs": chosen.train.runs}
        module = "compsparse.studies.composition.own_task.generate_given"
        hidden = plan.generate(NAME, task.name, module, given)
        layers = layers_needed(len(task.hidden))
        training = Training(**chosen.train.model_dump(exclude={"runs"}))
        trained.append(plan.attention_only(NAME, task.name, hidden, "mixture", layers, training))
    names = [task.name for task in chosen.tasks]
    plan.evaluate(
        "compsparse.studies.composition.own_task.evaluate_own_task",
        {"trained": trained},
        {"names": names},
        render="compsparse.studies.composition.own_task.render_own_task",
    )
