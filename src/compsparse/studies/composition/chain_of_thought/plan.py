"""Settings and jobs on chains of thought (document 003, 'How does transformer compose ...?')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import STUDY, Collector
from compsparse.studies.composition.shared_settings import (
    Folds,
    Generated,
    Hidden,
    Symbols,
    Training,
)
from workflow_engine.configuration.values import Increasing, Positive, PositiveNumber, StrictModel

NAME = "chain_of_thought"


class Asked(StrictModel):
    """Written-down transformers that answer in steps and at once."""

    folds: Annotated[list[Folds], Field(min_length=1), Increasing]
    symbols: Annotated[list[Symbols], Field(min_length=1), Increasing]
    sharpness: PositiveNumber = Field(description="logit of the key that a query wants")
    inputs: Positive = Field(description="sequences, each with hidden permutations of its own")

    @model_validator(mode="after")
    def _compares(self) -> "Asked":
        if max(self.folds) < 4:
            raise ValueError(
                "folds: one of them must be at least 4; up to 2, a chain of thought takes no more "
                f"layers than one step does, and there is nothing to compare. It is {self.folds}."
            )
        return self


class Questions(Training):
    """Trainings on questions for k hops; steps and sequences are those with labelled steps."""

    without_labels_times: Annotated[int, Field(ge=3)] = Field(
        description="factor of the steps where the answer is the only label"
    )


class ChainOfThoughtTraining(StrictModel):
    """Hard questions with labelled steps, and without."""

    generate: Hidden
    train: Questions

    @model_validator(mode="after")
    def _has_steps(self) -> "ChainOfThoughtTraining":
        if self.generate.folds < 2:
            raise ValueError(
                "generate.folds: at least 2; one permutation has no steps on the way, so that the "
                "chain's labels would be the answer."
            )
        return self


class ChainOfThought(StrictModel):
    """The theme's experiments."""

    inference_steps: Generated[Asked]
    chain_of_thought: ChainOfThoughtTraining


def collect(plan: Collector, settings: ChainOfThought) -> None:
    """Add the jobs of this theme."""
    asked = settings.inference_steps.generate.model_dump()
    answers = plan.generate(
        "inference_steps",
        "all",
        "compsparse.studies.composition.chain_of_thought.generate_inference_steps",
        asked,
    )
    plan.evaluate(
        "compsparse.studies.composition.chain_of_thought.evaluate_inference_steps",
        {"answers": answers},
        render="compsparse.studies.composition.chain_of_thought.render_inference_steps",
    )
    _questions(plan, settings.chain_of_thought)


def _questions(plan: Collector, chosen: ChainOfThoughtTraining) -> None:
    hidden = plan.hidden(NAME, "hidden", chosen.generate)
    train = chosen.train
    steps = train.steps * train.without_labels_times
    # as many labels a step as the chain has, where a sequence has one instead of k
    more = train.sequences * chosen.generate.folds
    kinds: dict[str, dict[str, str | int]] = {
        "chain": {"taught": "chain"},
        "unlabelled_chain": {"taught": "unlabelled_chain", "steps": steps, "sequences": more},
    }
    trained = {}
    for kind, changed in kinds.items():
        params = {
            # one name for all: what differs is not which questions are drawn
            "seed_names": [STUDY, NAME],
            **train.model_dump(exclude={"without_labels_times"}),
            **changed,
        }
        module = "compsparse.studies.composition.chain_of_thought.train_questions"
        trained[kind] = plan.train_in_world(NAME, kind, module, params, {"hidden": hidden})
    plan.evaluate(
        "compsparse.studies.composition.chain_of_thought.evaluate_chain_of_thought",
        trained,
        render="compsparse.studies.composition.chain_of_thought.render_chain_of_thought",
    )
