"""Settings and jobs on a language model of experts, on request (document 000, 'Summary')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector
from compsparse.studies.experts.learning.routed_layer import RoutedLayer
from compsparse.studies.experts.shared_settings import LayerTraining
from workflow_engine.configuration.values import Positive, Share, StrictModel

NAME = "language_model"


class Text(StrictModel):
    """Texts of languages and as many subjects."""

    languages: Annotated[int, Field(ge=2)]
    concepts: Annotated[int, Field(ge=2)] = Field(description="of a subject")
    classes: Annotated[int, Field(ge=2)] = Field(description="of concepts, with a word for each")
    surprise: Share = Field(description="how often a rule is not followed")
    held_out: Positive = Field(description="pairs of a language and a subject")
    length: Annotated[int, Field(ge=2)] = Field(description="concepts of a text")
    runs: Annotated[int, Field(ge=3)] = Field(description="replicates, each with its own grammar")

    @model_validator(mode="after")
    def _are_apart(self) -> "Text":
        if self.held_out > self.languages:
            raise ValueError(f"held_out: at most {self.languages}, one of each language")
        return self


class TransformerTraining(LayerTraining):
    """Blocks of attention and experts."""

    hidden: Positive
    heads: Positive
    layers: Positive


class LanguageModel(StrictModel):
    """The only experiment."""

    generate: Text
    train: TransformerTraining


class LanguageModelTheme(StrictModel):
    """The theme's experiments."""

    language_model: LanguageModel


def collect(plan: Collector, settings: LanguageModelTheme) -> None:
    """Add the jobs of this theme."""
    text, training = settings.language_model.generate, settings.language_model.train
    kept, width = training.kept, training.width
    arms = {
        "dense_active": RoutedLayer(0, 0, 1, kept * width),
        "dense_total": RoutedLayer(0, 0, 1, training.experts * width),
        "experts": RoutedLayer(training.experts - 1, kept - 1, 1, width, balanced=True),
    }
    params = {
        **text.model_dump(),
        **training.model_dump(exclude={"experts", "kept", "width"}),
        "arms": {name: vars(layer) for name, layer in arms.items()},
    }
    module = "compsparse.studies.experts.language_model.train_language_models"
    models = plan.train(NAME, "all", module, params)
    plan.evaluate(
        "compsparse.studies.experts.language_model.evaluate_language_model",
        {"models": models},
        {"arms": list(arms)},
        render="compsparse.studies.experts.language_model.render_language_model",
        headline=False,
    )
