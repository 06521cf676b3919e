"""Settings and jobs on maps of attention (document 003, 'The parallel solution', 'Stage 1')."""

from pydantic import Field

from compsparse.studies.composition.collector import Collector
from compsparse.studies.composition.shared_settings import Generated, TaskSize
from workflow_engine.configuration.values import PositiveNumber, StrictModel

NAME = "attention_maps"


class OneSequence(TaskSize):
    """A sequence that is read with the keys of the construction."""

    sharpness: PositiveNumber = Field(description="logit of the key that a query wants")


class Maps(StrictModel):
    """The theme's experiments."""

    # the trained maps are those of ``data_alone``
    attention_maps: Generated[OneSequence]


def collect(plan: Collector, settings: Maps) -> None:
    """Add the jobs of this theme."""
    params = settings.attention_maps.generate.model_dump()
    theory = plan.generate(
        NAME,
        "theory",
        "compsparse.studies.composition.attention_maps.generate_theory_attention",
        params,
    )
    trained = {
        data: path
        for data in ("mixture", "hard_only")
        for path in plan.made("train", "model", "data_alone", data)
    }
    plan.evaluate(
        "compsparse.studies.composition.attention_maps.evaluate_attention_maps",
        {"theory": theory, **trained},
        render="compsparse.studies.composition.attention_maps.render_attention_maps",
    )
