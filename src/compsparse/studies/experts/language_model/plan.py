"""Settings and jobs on a language model of experts, on request (document 000, 'Summary')."""

from pydantic import Field, model_validator

from compsparse.studies.experts.collector import Collector, LayerTraining, Runs, Trained, Two
from workflow_engine.configuration.values import Positive, Share, StrictModel


class Text(StrictModel):
    """Texts of languages and as many subjects."""

    languages: Two
    concepts: Two = Field(description="of a subject")
    classes: Two = Field(description="of concepts, with a word for each")
    surprise: Share = Field(description="how often a rule is not followed")
    held_out: Positive = Field(description="pairs of a language and a subject")
    length: Two = Field(description="concepts of a text")
    runs: Runs = Field(description="replicates, each with its own grammar")

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


class LanguageModelTheme(StrictModel):
    """The only experiment."""

    language_model: Trained[Text, TransformerTraining]


def collect(plan: Collector, settings: LanguageModelTheme) -> None:
    """Add the jobs of this theme."""
    text, training = settings.language_model.generate, settings.language_model.train
    arms = {name: training.arms[name] for name in ("dense_active", "dense_total")}
    arms["experts"] = training.arms["shared_balanced"]
    params = {**text.model_dump(), **training.params(arms)}
    module = "compsparse.studies.experts.language_model.train_language_models"
    plan.evaluate(
        "compsparse.studies.experts.language_model.evaluate_language_model",
        {"models": plan.train("language_model", "all", module, params)},
        {"arms": list(arms)},
        render="compsparse.studies.experts.language_model.render_language_model",
        headline=False,
    )
