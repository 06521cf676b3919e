"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.gallery import plan
from compsparse.studies.regime.gallery.plan import Gallery
from compsparse.studies.regime.shared_settings import Networks, Target
from workflow_engine.provenance.job import Job

NETWORKS = Networks.model_validate(
    {
        "units": {"identity": 3, "sin": 1},
        "recipe": {
            "optimizer": "muon",
            "rate": 0.02,
            "final_rate": 0.002,
            "steps": 40,
            "pixels": 0,
        },
        "retry": {"after": 0.5, "error": 0.1, "retries": 1},
        "sweeps": 4,
        "reference": {"runs": 2, "longer": 1, "stops": [0.1, 0.2, 0.3, 0.4], "widths": [2, 3]},
    }
)


def settings(target: str, stop: float) -> Gallery:
    return Gallery.model_validate(
        {
            "novel_combinations": {
                "targets": [target],
                "train": {"depth": 4, "runs": 3, "stopped": 2, "stop": stop},
                "generate": {"weights": 5, "pairs": 6},
            }
        }
    )


def planned(target: str = "face", stop: float = 0.1) -> dict[tuple[str, ...], Job]:
    targets: dict[str, Any] = {"car": {"drawing": "car"}, "face": {"genome": "face.json"}}
    known = {name: Target.model_validate(source) for name, source in targets.items()}
    collected = Collector(7, "smoke", known, NETWORKS)
    jobs = collected.collect((plan,), settings(target, stop))
    return {(job.step, *job.wildcards.values()): job for job in jobs}


def test_the_gallery_has_all_targets_and_their_genomes() -> None:
    jobs = planned()
    gallery = jobs["evaluate", "regime_targets"]
    assert gallery.params["targets"] == ["car", "face"]
    assert gallery.inputs == {
        "targets": [jobs["generate", "targets", name].outputs["data"] for name in ("car", "face")]
    }
    assert gallery.sources == {"genome_face": "face.json"}


def test_genome_and_networks_are_combined_and_compared() -> None:
    name, jobs = "novel_combinations", planned()
    genome = jobs["generate", name, "face-genome"]
    assert genome.sources == {"genome": "face.json"}
    assert genome.params["runs"] == 3 and "depth" not in genome.params
    stopped = jobs["train", name, "face-stopped"]
    assert stopped.params["stops"] == [4, 40] and stopped.params["runs"] == 2
    seen = {"target": jobs["generate", "targets", "face"].outputs["data"]}
    for kind in ("dense", "stopped"):
        combined = jobs["generate", name, f"face-{kind}"]
        model = jobs["train", name, f"face-{kind}"].outputs["model"]
        assert combined.inputs == {**seen, "model": model}
        assert combined.params["depth"] == 4
    evaluation = jobs["evaluate", f"regime_{name}"]
    kinds = ["genome", "dense", "stopped"]
    assert [label["kind"] for label in evaluation.params["combinations"]] == kinds
    assert evaluation.inputs["combinations"] == [
        jobs["generate", name, f"face-{kind}"].outputs["data"] for kind in kinds
    ]


def test_a_target_without_a_genome_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'car' has no genome; targets that have one: face"):
        planned("car")


@pytest.mark.parametrize("stop", [0.0, 1.0])
def test_stops_lie_on_the_way(stop: float) -> None:
    with pytest.raises(ValidationError, match="stop"):
        planned(stop=stop)
