"""Verdicts are shown only where records vouch for them, and told apart from those that git has."""

import json
import subprocess

import pytest

from compsparse.verdicts.refusals import refusals
from compsparse.verdicts.vouched import VouchedVerdicts, claims_files, vouched_verdicts
from tests.unit.verdicts.conftest import (
    ASSEMBLE,
    CLAIMS,
    METRICS,
    REPLICATE,
    RUN,
    VALUES,
    assembled,
    measured,
)
from tests.unit.workflow_engine.provenance.conftest import NOTE, NUMBERS, TOTAL, FakeProject, write
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.vouching import Vouching


def git(fake: FakeProject, *arguments: str) -> None:
    """Run git in the project."""
    author = ["-c", "user.name=Toy", "-c", "user.email=toy@example.org"]
    subprocess.run(["git", *author, *arguments], cwd=fake.root, check=True, capture_output=True)


@pytest.fixture
def committed(judged: FakeProject) -> FakeProject:
    """The same with everything but DVC's files in git."""
    git(judged, "init", "-q")
    git(judged, "add", "src", "results/toy/tables", "results/toy/provenance")
    git(judged, "add", f"results/{CLAIMS}", f"results/{RUN}", f"results/{VALUES}")
    git(judged, "commit", "-q", "-m", "results")
    return judged


def shown(fake: FakeProject, study: str | None = None) -> VouchedVerdicts:
    """Return the verdicts that may be shown."""
    vouching = Vouching(fake.judge())
    return vouched_verdicts(fake.project, vouching, [study] if study else [])


def refused(fake: FakeProject) -> list[str]:
    """Return why nothing may be published."""
    return refusals(fake.project, Vouching(fake.judge()))


def test_vouched_verdicts_are_shown(judged: FakeProject) -> None:
    found = shown(judged)
    assert [c.id for c in found.verdicts["toy"].claims] == ["toy_curve_slope", "toy_curve_count"]
    # a folder without git has nothing to compare with
    assert (found.refused, found.uncommitted) == ({}, [])


@pytest.mark.parametrize("path", [CLAIMS, METRICS])
def test_verdicts_over_an_edited_file_are_not(judged: FakeProject, path: str) -> None:
    (judged.out / path).write_text("[]")
    found = shown(judged)
    assert found.verdicts == {}
    assert f"results/{CLAIMS} is not shown: " in found.refused["toy"]
    assert f"{path} has other bytes than recorded" in found.refused["toy"]


def test_an_absent_model_or_dataset_is_no_objection(committed: FakeProject) -> None:
    (committed.out / NUMBERS).unlink()
    assert list(shown(committed).verdicts) == ["toy"]
    assert refused(committed) == []


def test_verdicts_of_a_study_that_is_not_planned_are_named(judged: FakeProject) -> None:
    write(judged.out / "other/claims.json", "[]")
    found = shown(judged)
    assert list(found.verdicts) == ["toy"]
    assert "List its study in params.yaml" in found.refused["other"]
    assert shown(judged, "toy").refused == {}


def test_a_study_that_is_switched_off_is_no_fault(judged: FakeProject) -> None:
    # one of the packages of studies that exist
    write(judged.out / "factorial/claims.json", "[]")
    found = shown(judged)
    assert (list(found.verdicts), found.refused) == (["toy"], {})
    assert "`studies` in params.yaml leaves factorial out" in found.switched_off["factorial"]


def test_where_nothing_was_judged_it_says_so(judged: FakeProject) -> None:
    with pytest.raises(ArtifactError, match=r"nobody/claims.json: This file does not exist"):
        shown(judged, "nobody")
    (judged.out / CLAIMS).unlink()
    with pytest.raises(ArtifactError, match="Run `snakemake` first"):
        shown(judged)


def test_verdicts_that_git_does_not_have_are_named(committed: FakeProject) -> None:
    assert shown(committed).uncommitted == refused(committed) == []
    (committed.out / CLAIMS).write_text("[]")
    committed.vouch(committed.judge().jobs[ASSEMBLE])
    assert shown(committed).uncommitted == [f"results/{CLAIMS}", f"results/{ASSEMBLE}"]
    (sentence,) = refused(committed)
    assert sentence.startswith(f"results/{CLAIMS} differs from the last commit")
    assert "and 1 more" in sentence and "git checkout HEAD -- results/toy" in sentence


@pytest.mark.parametrize("path", [TOTAL, NOTE, ASSEMBLE])
def test_nothing_is_published_over_what_git_does_not_have(
    committed: FakeProject, path: str
) -> None:
    git(committed, "rm", "-q", "--cached", f"results/{path}")
    git(committed, "commit", "-q", "-m", "one file less")
    (sentence,) = refused(committed)
    assert sentence.startswith(f"results/{path} is not in the last commit")


def test_one_sentence_for_a_study_and_its_verdicts_first(committed: FakeProject) -> None:
    for path in (NOTE, TOTAL, CLAIMS):
        (committed.out / path).write_text("edited")
    (sentence,) = refused(committed)
    assert sentence.startswith(f"results/{CLAIMS}: no record vouches for it (")
    assert "run `snakemake`, commit the results, then `compsparse docs`" in sentence


def test_a_file_behind_no_verdict_counts_too(committed: FakeProject) -> None:
    # it stands in the root of all records
    committed.plan(
        Job(
            study="toy",
            step="draw",
            module="compsparse.toy.make",
            wildcards={},
            params={},
            outputs={"figure": "toy/figures/toy.json"},
        )
    )
    (sentence,) = refused(committed)
    assert "no record: toy/provenance/draw/all.json does not exist" in sentence


def test_what_is_made_on_request_may_be_absent_but_not_in_git_alone(
    committed: FakeProject,
) -> None:
    assert refused(committed) == []
    for job in REPLICATE.values():
        write(committed.out / job.outputs["metrics"], json.dumps(measured(1.0)))
        committed.vouch(job)
    assembled(committed)
    assert f"results/{CLAIMS} differs from the last commit" in refused(committed)[0]
    git(committed, "add", f"results/{CLAIMS}", "results/toy/tables", "results/toy/provenance")
    git(committed, "commit", "-q", "-m", "replication")
    assert refused(committed) == []
    (committed.out / REPLICATE[13].record_path).unlink()
    assembled(committed)
    assert refused(committed)  # verdicts and what they were pooled from are not those of git


def test_without_git_nothing_is_published(judged: FakeProject) -> None:
    (sentence,) = refused(judged)
    assert "git cannot be asked" in sentence


def test_a_file_of_verdicts_is_known_by_its_place() -> None:
    names = ("b/claims.json", "a/claims.json", "a/tables/claims.json", "a/metrics.json")
    found = claims_files(names)
    assert list(found.items()) == [("a", "a/claims.json"), ("b", "b/claims.json")]
