"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.volume import plan
from compsparse.studies.regime.volume.plan import MonteCarlo, Sensitivity, Volume
from tests.unit.studies.regime.volume.conftest import DRAWING
from workflow_engine.job_collector import JobCollector

DRAWN = {name: value for name, value in DRAWING.items() if "seed" not in name}
SENSITIVITY: dict[str, Any] = {"primitives": [2, 3], "copying": [0.5], "depth": 15, "narrow_at": 3}


@pytest.mark.parametrize(
    ("model", "values", "message"),
    [
        (MonteCarlo, DRAWN | {"widths": [6, 3]}, "in increasing order"),
        (MonteCarlo, DRAWN | {"copying": 1.0}, "less than 1"),
        (Sensitivity, SENSITIVITY | {"narrow_at": 4}, "narrow_at among primitives"),
        (Sensitivity, SENSITIVITY | {"primitives": [2, 3, 5]}, "without a gap"),
    ],
)
def test_unusable_settings_are_refused(model: Any, values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        model.model_validate(values)


def test_the_maps_read_what_is_drawn_and_the_rest_is_computed() -> None:
    settings = Volume.model_validate(
        {
            "volume_ratio": {"generate": DRAWN, "evaluate": {"densities": [0.2]}},
            "primitives": {"evaluate": SENSITIVITY},
        }
    )
    collected = JobCollector("regime", 0, "smoke")
    jobs = {
        (job.step, *job.wildcards.values()): job for job in collected.collect((plan,), settings)
    }
    drawing = jobs["generate", "volume_ratio", "all"]
    assert drawing.module.endswith("volume.generate_monte_carlo")
    maps = jobs["evaluate", "regime_volume_ratio"]
    assert maps.inputs == {"monte_carlo": drawing.outputs["data"]}
    assert maps.params == {"root_seed": 0, "densities": [0.2]}
    assert jobs["evaluate", "regime_primitives"].inputs == {}
    assert ("render", "regime_primitives") in jobs
