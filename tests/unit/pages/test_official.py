"""Pooled verdicts are shown where they follow from the results, else those of one root seed."""

import json
from collections.abc import Callable
from pathlib import Path

from compsparse.claims.judged import JudgedClaim
from compsparse.pages.official import official, official_verdicts, without_pooled
from compsparse.replication.pooled import PooledClaim
from tests.unit.workflow_engine.provenance.conftest import FakeProject, write
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.vouching import Vouching

POOLED = "toy/tables/pooled.json"


def test_pooled_verdicts_go_before_those_of_the_run(
    judged_claim: Callable[..., JudgedClaim], pooled_claim: Callable[..., PooledClaim]
) -> None:
    judged, pooled = [judged_claim()], [pooled_claim()]
    alone = official(judged, 5)
    assert (alone.claims, alone.whose) == (judged, "root seed 5 alone")
    together = official(judged, 5, pooled)
    assert (together.claims, together.whose) == (pooled, "root seeds 11, 12, 13 and 14 together")
    note = without_pooled({"toy": alone, "two": together})
    assert note.startswith("Verdicts of toy are those of root seed 5 alone: pooled verdicts")
    assert "do not follow from the present results" in note
    assert without_pooled({"two": together}) == ""


def test_pooled_verdicts_count_only_where_a_record_vouches_for_them(
    tmp_path: Path,
    judged_claim: Callable[..., JudgedClaim],
    pooled_claim: Callable[..., PooledClaim],
) -> None:
    fake = FakeProject.create(tmp_path / "project")
    job = Job(
        study="toy",
        step="replicate",
        module="compsparse.toy.make",
        wildcards={},
        params={},
        outputs={"pooled": POOLED},
    )
    fake.plan(job)
    claims = {"toy": [judged_claim()]}

    def pooled() -> bool:
        return official_verdicts(fake.project, Vouching(fake.judge()), claims, 0)["toy"].pooled

    assert not pooled()
    write(fake.out / POOLED, json.dumps([pooled_claim(verdict="fails").pooled_row()]))
    assert not pooled()
    fake.vouch(job)
    assert pooled()
    (fake.out / POOLED).write_text("[]")
    assert not pooled()


def test_verdicts_on_request_stand_beside_pooled_ones_once_made(
    tmp_path: Path, judged_claim: Callable[..., JudgedClaim]
) -> None:
    fake = FakeProject.create(tmp_path / "project")
    job = Job(
        study="toy",
        step="request",
        module="compsparse.toy.make",
        wildcards={"experiment": "more"},
        params={"results": ["toy_curve"]},
        outputs={"claims": "toy/tables/more.claims.json"},
    )
    fake.plan(job)
    claim = judged_claim(verdict="not testable")

    def shown() -> str:
        found = official_verdicts(fake.project, Vouching(fake.judge()), {"toy": [claim]}, 0)["toy"]
        assert found.on_request == {"toy_curve": "toy_more"}
        return found.claims[0].verdict

    assert shown() == "not testable"
    made = judged_claim(verdict="fails", why="It does not.").row()
    write(fake.out / "toy/tables/more.claims.json", json.dumps([made]))
    assert shown() == "not testable"
    fake.vouch(job)
    assert shown() == "fails"
