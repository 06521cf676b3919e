"""Which metrics a stored table lacks although claims are judged by them."""

import json
from pathlib import Path

import yaml

from compsparse.carry.claimed import Claimed
from compsparse.carry.drawing import Place
from tests.unit.claims.conftest import REGISTRY

SEED, WORLD, OTHER = Place("root seed", "12"), Place("world", "flat"), Place("world", "still")


def claimed(root: Path, run: dict[str, float]) -> Claimed:
    """Return the claims slope, which needs rise_2, and count; the world ``flat`` breaks one."""
    registry = yaml.safe_load(yaml.safe_dump(REGISTRY))
    need = {"metric": "rise_2", "accept": {"above": 0}, "otherwise": "nothing rises"}
    registry["results"]["curve"]["claims"]["slope"]["needs"] = [need]
    worlds = {name: {"takes_away": "It.", "fails": []} for name in ("flat", "still")}
    worlds["flat"]["fails"] = ["toy_curve_slope"]
    for place, content in (
        ("workflow/claims/toy.yaml", registry),
        ("workflow/worlds/toy.yaml", {"study": "toy", "worlds": worlds}),
        ("results/toy/metrics.json", {"toy_curve": run}),
    ):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(json.dumps(content))
    return Claimed.of(root, "toy", root / "results")


def test_claims_and_their_needs_count_as_far_as_the_run_measures_them(tmp_path: Path) -> None:
    run = {"slope": 1.0, "rise_2": 2.0, "count": 3.0, "other": 4.0}
    slope, count = {"rise_2": "toy_curve_slope"}, {"count": "toy_curve_count"}
    found = claimed(tmp_path, run)
    assert found.lacking(SEED, "toy_curve", ["slope"]) == slope | count
    assert found.lacking(SEED, "toy_curve", run) == found.lacking(SEED, "toy_other", []) == {}
    del run["count"]
    assert claimed(tmp_path, run).lacking(SEED, "toy_curve", ["slope"]) == slope


def test_in_a_world_claims_count_of_which_something_is_expected(tmp_path: Path) -> None:
    found = claimed(tmp_path, {"slope": 1.0, "count": 3.0})
    assert found.lacking(WORLD, "toy_curve", []) == {"slope": "toy_curve_slope"}
    assert found.lacking(OTHER, "toy_curve", []) == {}
