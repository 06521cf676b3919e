"""Official verdicts are made of what holds, and the ledger knows of what."""

import json

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.table import verdict_text
from compsparse.verdicts.official_claim import OfficialClaim, read_official
from tests.unit.verdicts.conftest import (
    ASSEMBLE,
    CLAIMS,
    HOLD_OUT,
    METRICS,
    REPLICATE,
    WORLDS,
    assembled,
    measured,
)
from tests.unit.workflow_engine.provenance.conftest import FakeProject, write

WORLD_FILE = """
study: toy
worlds:
  flat:
    takes_away: The slope.
    set: {curve.slope: 0}
    fails: [toy_curve_slope]
"""


def claims(fake: FakeProject) -> list[OfficialClaim]:
    """Return the official verdicts that are there."""
    return read_official(fake.out / CLAIMS)


def replicate(fake: FakeProject, *slopes: float) -> None:
    """Measure the study at other root seeds."""
    for job, slope in zip(REPLICATE.values(), slopes, strict=False):
        write(fake.out / job.outputs["metrics"], json.dumps(measured(slope)))
        fake.vouch(job)


def test_the_run_alone_decides_until_a_replication_holds(judged: FakeProject) -> None:
    slope, count = claims(judged)
    assert (slope.id, slope.verdict, slope.root_seeds) == ("toy_curve_slope", "holds", [5])
    assert (count.verdict, count.worlds) == ("holds", {})
    assert not judged.judge().is_stale(ASSEMBLE)
    replicate(judged, -1.0)
    assert not judged.judge().is_stale(ASSEMBLE)  # one of two decides nothing
    replicate(judged, -1.0, -2.0)
    assert judged.judge().is_stale(ASSEMBLE)  # there is more to decide from
    assembled(judged)
    slope, _ = claims(judged)
    assert (slope.verdict, slope.root_seeds, slope.run.verdict) == ("fails", [12, 13], "holds")
    found = {seed: there.verdict for seed, there in slope.others.items()}
    assert found == {12: "fails", 13: "fails"}
    assert not judged.judge().is_stale(ASSEMBLE)
    # its record does not hold any more
    write(judged.out / REPLICATE[13].outputs["metrics"], "{}")
    assert judged.judge().is_stale(ASSEMBLE)
    assembled(judged)
    assert claims(judged)[0].root_seeds == [5]


def test_a_hold_out_stands_beside_and_decides_nothing(judged: FakeProject) -> None:
    write(judged.out / HOLD_OUT.outputs["metrics"], json.dumps(measured(-1.0)))
    judged.vouch(HOLD_OUT)
    assembled(judged)
    slope, _ = claims(judged)
    assert (slope.verdict, slope.root_seeds, list(slope.alone)) == ("holds", [5], [5])
    assert {seed: there.verdict for seed, there in slope.hold_out.items()} == {20: "fails"}
    replicate(judged, 1.0, 2.0)
    assembled(judged)
    slope, _ = claims(judged)
    assert (slope.verdict, slope.root_seeds) == ("holds", [12, 13])
    assert list(slope.others) == [12, 13] and list(slope.hold_out) == [20]


@pytest.mark.parametrize(
    ("points", "verdict", "alone"),
    [
        ((3.0, 2.0), "not testable", ["holds", "not testable"]),
        ((4.0, 2.0), "holds", ["holds", "not testable"]),  # three on average
        ((2.0, 4.0), "holds", ["not testable", "holds"]),
        ((2.0, 2.0), "not testable", ["not testable"] * 2),
    ],
)
def test_what_a_claim_needs_is_judged_by_all_root_seeds_together(
    judged: FakeProject, points: tuple[float, float], verdict: str, alone: list[str]
) -> None:
    path = judged.root / "workflow/claims/toy.yaml"
    need = "needs: [{metric: count, accept: {low: 3}, otherwise: too few points}]"
    text = path.read_text().replace(
        "statement: The curve rises.", f"statement: It.\n        {need}"
    )
    path.write_text(text)
    for job, number in zip(REPLICATE.values(), points, strict=True):
        found = measured(1.0)
        found["toy_curve"]["count"] |= dict.fromkeys(("value", "low", "high"), number)  # type: ignore[index]
        write(judged.out / job.outputs["metrics"], json.dumps(found))
        judged.vouch(job)
    assembled(judged)
    slope, _ = claims(judged)
    assert (slope.verdict, slope.run.verdict) == (verdict, "holds")
    assert [there.verdict for there in slope.others.values()] == alone
    assert verdict_text(slope).startswith(verdict)
    if verdict == "not testable":
        assert verdict_text(slope) == "not testable: too few points"


def test_worlds_stand_beside_with_what_was_expected(judged: FakeProject) -> None:
    write(judged.root / "workflow/worlds/toy.yaml", WORLD_FILE)
    there = {"metrics": measured(-1.0), "missing": {}, "left_out": []}
    same = {"metrics": measured(1.0), "missing": {}, "left_out": []}
    for world, found in (("flat", there), ("identity", same)):
        write(judged.out / WORLDS[world].outputs["metrics"], json.dumps(found))
        judged.vouch(WORLDS[world])
    assembled(judged)
    slope, _ = claims(judged)
    flat = slope.worlds["flat"]
    assert list(slope.worlds) == ["identity", "flat"]  # in the order of the file of worlds
    assert (flat.verdict, flat.expected, flat.apart) == ("fails", "fails", True)
    assert (slope.where("fails"), slope.where("holds"), slope.lacks) == (("flat",), (), "")
    # what is expected of a world decides no number, only what is said
    path = judged.root / "workflow/worlds/toy.yaml"
    path.write_text(
        path.read_text().replace("fails: [toy_curve_slope]", "holds: [toy_curve_slope]")
    )
    judgment = judged.judge()
    assert judgment.is_stale(ASSEMBLE) and not judgment.is_stale(WORLDS["flat"].record_path)
    assembled(judged)
    assert claims(judged)[0].worlds["flat"].expected == "holds"


@pytest.mark.parametrize("path", [METRICS, CLAIMS])
def test_an_edit_by_hand_is_named(judged: FakeProject, path: str) -> None:
    write(judged.out / path, "[]")
    assert any(path in fault.detail for fault in judged.judge().faults[ASSEMBLE])


def test_an_edit_of_a_claim_asks_for_verdicts_alone(judged: FakeProject) -> None:
    replicate(judged, 1.0, 2.0)
    assembled(judged)
    register = judged.root / "workflow/claims/toy.yaml"
    register.write_text(register.read_text().replace("above: 0", "above: 9"))
    judgment = judged.judge()
    assert judgment.is_stale(ASSEMBLE) and not judgment.is_stale(REPLICATE[12].record_path)
    assembled(judged)
    assert claims(judged)[0].verdict == "fails"


@pytest.mark.parametrize("content", [{}, 3, [{}], [1]])
def test_another_form_is_refused(judged: FakeProject, content: object) -> None:
    path = judged.out / CLAIMS
    write(path, json.dumps(content))
    with pytest.raises(ClaimsError, match=r"claims\.json"):
        read_official(path)
