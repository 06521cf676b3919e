"""The results that git holds: judged, explained, registered, and shown as they are.

Read from git's index, not from the working tree: a run on another kind of CPU, or with edited
parameters, may leave other numbers there.
"""

import json
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from compsparse.claims.documents import read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.judged import JudgedClaim, read_claims, unexplained
from compsparse.claims.registry import read_registry
from compsparse.generated_docs import (
    definitions,
    pages,
    refuted,
    replication,
    verdict_pages,
    worlds,
)
from compsparse.pages.official import Verdicts, official, with_requested
from compsparse.replication.pooled import read_pooled
from compsparse.worlds.summary import evidence, never_failing
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.load import load
from workflow_engine.configuration.scales import is_below
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record_root import record_hashes

ROOT = Path(__file__).resolve().parents[2]
PROJECT = Project(ROOT)
REGISTRIES = sorted(p for p in (ROOT / "workflow/claims").glob("*.yaml") if p.stem != "documents")
# a study that is switched off has no results yet, and answers for no document
STUDIES = sorted(load(PROJECT.params).studies)


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask git about this repository."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[JudgedClaim]]:
    """The committed claims of every study."""
    found = {}
    for study in STUDIES:
        path = tmp_path_factory.mktemp(study) / "claims.json"
        path.write_text(git("show", f":results/{study}/claims.json").stdout)
        found[study] = read_claims(path)
    return found


@pytest.mark.parametrize("study", STUDIES)
def test_every_testable_claim_was_measured(
    study: str, claims: dict[str, list[JudgedClaim]]
) -> None:
    registered = read_registry(ROOT / f"workflow/claims/{study}.yaml").claims
    assert [c.id for c in claims[study]] == [c.id for c in registered]
    on_request = {
        result
        for job in plan(load(PROJECT.params)).values()
        if (job.study, job.step) == (study, REQUEST)
        for result in job.params["results"]
    }
    unmeasured = [
        c.id
        for c in claims[study]
        if c.value is None
        and not is_below(c.judged_at, c.scale)
        and c.result not in on_request
        # what cannot be compared is told beforehand, claim by claim
        and "not testable" not in c.explanations
    ]
    assert unmeasured == []


@pytest.mark.parametrize("study", STUDIES)
def test_every_measured_metric_is_defined(study: str) -> None:
    measured = json.loads(git("show", f":results/{study}/metrics.json").stdout)
    results = read_registry(ROOT / f"workflow/claims/{study}.yaml").by_id
    undefined = [
        f"{result}.{metric}"
        for result in measured
        for metric in measured[result]
        if not results[result].defines(metric)
    ]
    assert undefined == []


@pytest.mark.parametrize("study", STUDIES)
def test_what_did_not_hold_is_explained(
    study: str, claims: dict[str, list[JudgedClaim]], tmp_path: Path
) -> None:
    assert unexplained(claims[study]) == []
    assert unexplained(shown({study: claims[study]}, tmp_path)[study].claims) == []


@pytest.mark.parametrize("path", REGISTRIES, ids=lambda path: path.stem)
def test_claims_stand_as_they_were_registered(path: Path) -> None:
    now = judged_parts(yaml.safe_load(path.read_text()))
    claims = read_registry(path).claims
    for commit in sorted({claim.registered.last or "" for claim in claims}):
        shown = git("show", f"{commit}:workflow/claims/{path.name}")
        if shown.returncode:
            pytest.skip(f"this checkout does not hold commit {commit!r} (a shallow clone)")
        then = judged_parts(yaml.safe_load(shown.stdout))
        ids = [claim.id for claim in claims if claim.registered.last == commit]
        moved = [claim for claim in ids if now[claim] != then.get(claim)]
        assert not moved, (
            f"{moved} do not stand in {path.name} as in {commit[:7]}. New and changed claims: "
            "commit the file before their first default run and let `registered` of each claim "
            "name that commit."
        )


def judged_parts(registry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what may not change after the first run; explanations come afterwards."""
    return {
        claim["id"]: {k: v for k, v in claim.items() if k not in ("why", "registered", "tests")}
        for claim in registry.get("claims", []) or _claims_under_results(registry)
    }


def _claims_under_results(registry: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the claims and checks as they were written before they stood under their results."""
    results = {f"{registry['study']}_{name}": r for name, r in registry["results"].items()}
    return [
        claim
        | {"id": f"{result}_{name}", "result": result}
        | {"metric": f"{result}.{claim.get('metric', name)}"}
        for result, content in results.items()
        for name, claim in (content.get("claims", {}) | content.get("checks", {})).items()
    ]


def test_documents_and_results_cover_each_other() -> None:
    documents = read_documents(ROOT / "workflow/claims/documents.yaml")
    assert uncovered(documents, [read_registry(p) for p in REGISTRIES if p.stem in STUDIES]) == []


def test_readme_and_claims_page_show_the_committed_verdicts(
    claims: dict[str, list[JudgedClaim]], tmp_path: Path
) -> None:
    git("checkout-index", f"--prefix={tmp_path}/", "--", *git("ls-files", "results").stdout.split())
    records = record_hashes(tmp_path / "results", plan(load(PROJECT.params)))
    verdicts = shown(claims, tmp_path)
    contents = pages(PROJECT, verdicts, records) | verdict_pages(PROJECT, verdicts)
    for path, content in contents.items():
        assert path.read_text() == content.decode(), f"{path.name} is stale; run `compsparse docs`"
    assert {*(ROOT / "docs").glob("*/forest/*.svg")} <= contents.keys()


def shown(claims: dict[str, list[JudgedClaim]], folder: Path) -> dict[str, Verdicts]:
    """Return the official verdicts of what git holds."""
    found = {}
    root_seed = load(PROJECT.params).root_seed
    for study, own in claims.items():
        text = git("show", f":results/{study}/tables/pooled.json")
        path = folder / f"{study}.json"
        path.write_text(text.stdout)
        pooled = read_pooled(path, own) if text.returncode == 0 else ()
        requests = [
            job
            for job in plan(load(PROJECT.params)).values()
            if (job.study, job.step) == (study, REQUEST)
        ]
        verdicts = official(own, root_seed, pooled)
        found[study] = with_requested(verdicts, requests, made(requests, folder))
    return found


def made(requests: list[Job], folder: Path) -> list[JudgedClaim]:
    """Return the committed verdicts on experiments on request."""
    found: list[JudgedClaim] = []
    for job in requests:
        text = git("show", f":results/{job.outputs['claims']}")
        if text.returncode == 0:
            path = folder / f"{job.wildcards['experiment']}.json"
            path.write_text(text.stdout)
            found += read_claims(path)
    return found


def test_pages_on_results_are_those_of_the_registries() -> None:
    for path, content in definitions(PROJECT).items():
        assert path.read_text() == content.decode(), f"{path} is stale; run `compsparse docs`"


def committed_tables(folder: Path, name: str, *beside: str) -> dict[str, Path]:
    """Return the committed tables of a step on request, by study, with files beside them."""
    tables = {}
    for study in STUDIES:
        (folder / study).mkdir()
        for file in (name, *beside):
            shown = git("show", f":results/{study}/tables/{file}")
            if shown.returncode == 0:
                (folder / study / file).write_text(shown.stdout)
                tables[study] = folder / study / name
    return tables


def test_replication_page_shows_the_committed_tables(
    claims: dict[str, list[JudgedClaim]], tmp_path: Path
) -> None:
    tables = committed_tables(tmp_path, "replication.csv", "pooled.json")
    for path, content in replication(PROJECT, claims, tables).items():
        assert path.read_text() == content.decode(), f"{path.name} is stale; run `compsparse docs`"


def test_worlds_page_shows_the_committed_tables(
    claims: dict[str, list[JudgedClaim]], tmp_path: Path
) -> None:
    replicated = tmp_path / "replicated"
    replicated.mkdir()
    tables = (
        committed_tables(tmp_path, "worlds.csv"),
        committed_tables(replicated, "replication.csv", "pooled.json"),
    )
    for path, content in worlds(PROJECT, claims, *tables).items():
        assert path.read_text() == content.decode(), f"{path.name} is stale; run `compsparse docs`"


@pytest.mark.parametrize("study", STUDIES)
def test_every_claim_fails_in_at_least_one_world(
    study: str, claims: dict[str, list[JudgedClaim]], tmp_path: Path
) -> None:
    tables = committed_tables(tmp_path, "worlds.csv")
    if study not in tables:
        pytest.skip(f"no table of the worlds of {study} is committed; `snakemake worlds` makes it")
    replicated = tmp_path / "replicated"
    replicated.mkdir()
    replications = committed_tables(replicated, "replication.csv", "pooled.json")
    known = refuted(replications[study], claims[study]) if study in replications else set()
    registered = evidence(read_registry(ROOT / f"workflow/claims/{study}.yaml").claims)
    ids = [claim.id for claim in registered]
    never = never_failing(read_table(tables[study]), ids, known)
    assert never == [], (
        f"{len(never)} claims of {study} fail in no world: each is a check, or lacks a world."
    )


def test_docs_show_pictures_that_a_committed_record_vouches_for() -> None:
    pictures = sorted((ROOT / "docs/figures").glob("*.png"))
    assert pictures
    for picture in pictures:
        name = git("ls-files", f"results/*/provenance/render/{picture.stem}.json").stdout.strip()
        record = json.loads(git("show", f":{name}").stdout)
        recorded = {Path(p).name: digest for p, digest in record["outputs"].items()}
        assert recorded[picture.name] == sha256(picture.read_bytes()).hexdigest(), picture.name


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_lock_is_that_of_the_committed_records(study: str) -> None:
    lock = yaml.safe_load(git("show", ":dvc.lock").stdout)
    outs = {out["path"]: out for out in lock["stages"][f"study@{study}"]["outs"]}
    counts: dict[str, int] = {}
    for name in git("ls-files", f"results/{study}/provenance").stdout.split():
        for path in json.loads(git("show", f":{name}").stdout)["outputs"]:
            folder = f"results/{'/'.join(path.split('/')[:2])}"
            counts[folder] = counts.get(folder, 0) + 1
    for folder in ("data", "models", "figures", "tables"):
        assert outs[f"results/{study}/{folder}"]["nfiles"] == counts[f"results/{study}/{folder}"]
