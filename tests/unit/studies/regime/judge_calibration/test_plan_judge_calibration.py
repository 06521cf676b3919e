"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.judge_calibration import plan
from compsparse.studies.regime.judge_calibration.plan import JudgeCalibration
from compsparse.studies.regime.shared_settings import Networks, Target

NETWORKS = Networks.model_validate(
    {
        "units": {"identity": 3, "sin": 1},
        "recipe": {"optimizer": "muon", "rate": 0.02, "final_rate": 0.002, "steps": 4, "pixels": 0},
        "retry": {"after": 0.5, "error": 0.1, "retries": 1},
        "sweeps": 4,
        "reference": {"runs": 2, "longer": 1, "stops": [0.1, 0.2, 0.3, 0.4], "widths": [2, 3]},
    }
)


def settings(**changes: Any) -> JudgeCalibration:
    generate = {"runs": 3, "repeats": 4} | changes
    return JudgeCalibration.model_validate(
        {"judge_calibration": {"generate": generate, "evaluate": {"permutations": 2}}}
    )


@pytest.mark.parametrize("changes", [{"repeats": 3}, {"repeats": 0}, {"runs": 1}])
def test_unusable_settings_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match=next(iter(changes))):
        settings(**changes)


def test_every_target_is_edited() -> None:
    sources: dict[str, Any] = {"car": {"drawing": "car"}, "face": {"genome": "face.json"}}
    targets = {name: Target.model_validate(source) for name, source in sources.items()}
    collected = Collector(7, "smoke", targets, NETWORKS)
    jobs = {
        (job.step, *job.wildcards.values()): job for job in collected.collect((plan,), settings())
    }
    drawing = jobs["generate", "judge_calibration", "all"]
    assert drawing.module.endswith("judge_calibration.generate_judged_edits")
    assert drawing.params["targets"] == ["car", "face"]
    assert drawing.inputs == {
        "targets": [jobs["generate", "targets", name].outputs["data"] for name in targets]
    }
    evaluation = jobs["evaluate", "regime_judge_calibration"]
    assert evaluation.inputs == {"edits": drawing.outputs["data"]}
    assert evaluation.params == {"root_seed": 7, "permutations": 2, "targets": ["car", "face"]}
    assert ("render", "regime_judge_calibration") in jobs
