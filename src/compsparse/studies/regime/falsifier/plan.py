"""Settings and jobs on the networks outside of the regime; nothing is trained."""

from pydantic import Field

from compsparse.studies.regime.shared_settings import Evaluated
from workflow_engine.configuration.values import Positive, StrictModel
from workflow_engine.job_collector import JobCollector


class Outside(StrictModel):
    """Which networks are outside of the regime."""

    apart: Positive = Field(description="layers from the best depth")


class Falsifier(StrictModel):
    """The result of this theme: a count of networks that the documents exclude."""

    falsifier: Evaluated[Outside]


def collect(plan: JobCollector, settings: Falsifier) -> None:
    """Add the jobs of this theme, which reads tables of those on depth and wiring."""
    plan.evaluate(
        "compsparse.studies.regime.falsifier.evaluate_falsifier",
        {"depths": plan.table("depth_scores"), "wirings": plan.table("wiring")},
        settings.falsifier.evaluate.model_dump(),
        render="compsparse.studies.regime.falsifier.render_falsifier",
        headline=False,
    )
