"""Settings and jobs on the accuracy of the offline judge (document 001, Figure 1, caption)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import GeneratedAndEvaluated, Seeds
from workflow_engine.configuration.values import Positive, StrictModel

NAME = "judge_calibration"


class Edits(StrictModel):
    """Edits of all targets whose meaning is known."""

    runs: Seeds = Field(description="independent draws of all edits, each with a threshold")
    repeats: Annotated[int, Field(ge=2, multiple_of=2)] = Field(
        description="edits of each kind and target in a draw: half to choose on, half to test on"
    )


class Permutations(StrictModel):
    """The chance level of the judge."""

    permutations: Positive = Field(description="of the meanings, in each draw")


class JudgeCalibration(StrictModel):
    """The experiment on the judge."""

    judge_calibration: GeneratedAndEvaluated[Edits, Permutations]


def collect(plan: Collector, settings: JudgeCalibration) -> None:
    """Add the jobs of this theme."""
    calibration, names = settings.judge_calibration, {"targets": list(plan.targets)}
    edits = plan.generate(
        NAME,
        "all",
        "compsparse.studies.regime.judge_calibration.generate_judged_edits",
        {**calibration.generate.model_dump(), **names, **worlds.step_params(plan.world, "coin")},
        {"targets": list(plan.targets.values())},
    )
    plan.evaluate(
        "compsparse.studies.regime.judge_calibration.evaluate_judge_calibration",
        {"edits": edits},
        {**calibration.evaluate.model_dump(), **names},
        render="compsparse.studies.regime.judge_calibration.render_judge_calibration",
    )
