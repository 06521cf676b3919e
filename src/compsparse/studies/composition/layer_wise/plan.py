"""Settings and jobs of the transformer with readouts after each layer (document 003, 'Stage l')."""

from pydantic import Field, model_validator

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import (
    Experiment,
    Hidden,
    Learned,
    TransformerTraining,
)
from compsparse.studies.composition.task.hops import layers_needed
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "layer_wise"


class LayerWiseTraining(TransformerTraining):
    """Trainings that differ in data, or in the layers after which shorter hops are read."""

    curriculum_steps: Positive = Field(description="of a curriculum, over its equally long stages")


class LayerWise(Experiment[Hidden, LayerWiseTraining, Learned]):
    """One task, one network whose layers are read, several kinds of data."""

    @model_validator(mode="after")
    def _fits(self) -> "LayerWise":
        hops, training = layers_needed(self.generate.folds), self.train
        if hops < 3:
            raise ValueError(
                "generate.folds: at least 4, so that two shorter hops can change their layers; it "
                f"is {self.generate.folds}"
            )
        if training.layers < hops:
            raise ValueError(
                f"train.layers: a layer for each of {hops} hops; there are {training.layers}"
            )
        looks = training.looks - 1
        if looks % hops or training.curriculum_steps % looks:
            raise ValueError(
                "train.looks: stages of a curriculum must end at looks, so that looks after the "
                f"first are a multiple of {hops} and divide curriculum_steps; there are {looks} "
                f"in {training.curriculum_steps} steps"
            )
        return self


class LayerWiseTheme(StrictModel):
    """The theme's only experiment."""

    layer_wise: LayerWise


def collect(plan: Collector, settings: LayerWiseTheme) -> None:
    """Add the jobs of this theme."""
    chosen, training = settings.layer_wise, settings.layer_wise.train
    hidden = plan.hidden(NAME, "hidden", chosen.generate)

    def trained(data: str, *, cell: str = "", **more: str | int) -> list[str]:
        params = {"reading": NAME, **more}
        return plan.transformers(NAME, hidden, data, training, cell=cell, **params)

    judged = chosen.evaluate.model_dump()
    plan.evaluate(
        "compsparse.studies.composition.layer_wise.evaluate_layer_wise",
        {
            "mixture": trained("mixture"),
            "wrong_layers": trained("mixture", cell="wrong_layers", reading="wrong_layers"),
        },
        judged,
        render="compsparse.studies.composition.layer_wise.render_layer_wise",
    )
    plan.evaluate(
        "compsparse.studies.composition.layer_wise.evaluate_forgetting",
        {kind: trained(kind, steps=training.curriculum_steps) for kind in ("cumulative", "strict")},
        judged,
        render="compsparse.studies.composition.layer_wise.render_forgetting",
    )
