"""The results that git holds: judged, explained, registered, and shown as they are.

Read from git's index, not from the working tree: a run on another kind of CPU, or with edited
parameters, may leave other numbers there.
"""

import json
import os
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from compsparse.claims.documents import read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.judged import read_claims, unexplained
from compsparse.claims.registry import read_registry
from compsparse.verdicts.official import Verdicts
from tests.house_plan import ROOT, SRC
from tests.repository.committed import (
    STUDIES,
    checked_out,
    git,
    official_verdicts,
    registry,
    requests_of,
)
from workflow_engine.configuration.scales import is_below
from workflow_engine.provenance.source_parts import entry_digest, file_of, is_part

REGISTRIES = sorted(p for p in (ROOT / "workflow/claims").glob("*.yaml") if p.stem != "documents")


NOT_REGISTERED = ("why", "registered", "tests")  # explanations come after the first run
WORDS = ("statement", "source", "band", "margin_reason", "otherwise")
# the commit in which words were last mended, and nothing else: docs/bands.md tells of it
MENDED = dict.fromkeys(("composition", "emergence", "factorial"), "a5163e2b")
MENDED |= dict.fromkeys(("circuits", "tickets"), "632e76f1")
MENDED |= {"experts": "b8797731", "regime": "fd078ab1"}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git holds of results, in a folder."""
    return checked_out(tmp_path_factory.mktemp("committed"))


@pytest.fixture(scope="module")
def verdicts(results: Path) -> dict[str, Verdicts]:
    """The official verdicts of every study."""
    return official_verdicts(results)


@pytest.mark.parametrize("study", STUDIES)
def test_every_testable_claim_was_measured(study: str, results: Path) -> None:
    claims = read_claims(results / study / "run_claims.json")
    assert [c.id for c in claims] == [c.id for c in registry(study).claims]
    on_request = {result for job in requests_of(study) for result in job.params["results"]}
    unmeasured = [
        c.id
        for c in claims
        if c.value is None
        and not is_below(c.judged_at, c.scale)
        and c.result not in on_request
        # what cannot be compared is told beforehand, claim by claim
        and "not testable" not in c.explanations
    ]
    assert unmeasured == []


@pytest.mark.parametrize("study", STUDIES)
def test_every_measured_metric_is_defined(study: str, results: Path) -> None:
    measured = json.loads((results / study / "metrics.json").read_text())
    registered = registry(study).by_id
    undefined = [
        f"{result}.{metric}"
        for result in measured
        for metric in measured[result]
        if not registered[result].defines(metric)
    ]
    assert undefined == []


@pytest.mark.parametrize("study", STUDIES)
def test_what_did_not_hold_is_explained(
    study: str, verdicts: dict[str, Verdicts], results: Path
) -> None:
    assert unexplained(read_claims(results / study / "run_claims.json")) == []
    assert unexplained(verdicts[study].claims) == []


@pytest.mark.parametrize("path", REGISTRIES, ids=lambda path: path.stem)
def test_claims_stand_as_they_were_registered(path: Path) -> None:
    now = judged_parts(yaml.safe_load(path.read_text()))
    claims = read_registry(path).claims
    for commit in sorted({claim.registered.last or "" for claim in claims}):
        then = registered_at(commit, path.name)
        mended = registered_at(MENDED.get(path.stem, commit), path.name)
        if then is None or mended is None:
            pytest.skip(f"this checkout does not hold commit {commit!r} (a shallow clone)")
        ids = [claim.id for claim in claims if claim.registered.last == commit]
        moved = [
            c
            for c in ids
            if now[c] != then.get(c)
            and (now[c] != mended.get(c) or without(WORDS, now[c]) != without(WORDS, then[c]))
        ]
        assert not moved, (
            f"{moved} do not stand in {path.name} as in {commit[:7]}. New and changed claims: "
            "commit the file before their first default run and let `registered` of each claim "
            "name that commit."
        )


@cache
def registered_at(commit: str, name: str) -> dict[str, dict[str, Any]] | None:
    """Return the claims of a file as a commit has them; None where it is not here."""
    shown = git("show", f"{commit}:workflow/claims/{name}")
    return None if shown.returncode else judged_parts(yaml.safe_load(shown.stdout))


def judged_parts(registry: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what may not change after the first run."""
    return {
        claim["id"]: without(NOT_REGISTERED, claim)
        for claim in registry.get("claims", []) or _claims_under_results(registry)
    }


def without(names: tuple[str, ...], claim: dict[str, Any]) -> dict[str, Any]:
    """Return a claim, or what it needs, without some of its entries."""
    return {
        name: [without(names, need) for need in value] if name == "needs" else value
        for name, value in claim.items()
        if name not in names
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
    assert uncovered(documents, [registry(study) for study in STUDIES]) == []


def test_generated_pages_show_what_git_holds(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.repository.committed", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{SRC}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == "", f"stale; run `compsparse docs`:\n{done.stdout}"


@pytest.mark.parametrize("study", STUDIES)
def test_every_claim_fails_in_at_least_one_world(study: str, verdicts: dict[str, Verdicts]) -> None:
    claims = verdicts[study].claims
    if not any(claim.worlds for claim in claims):
        pytest.skip(f"the worlds of {study} are not committed; `snakemake worlds` tries them")
    # experiments on request stand in no world
    tried = [c for c in claims if c.is_evidence and c.result not in verdicts[study].on_request]
    never = [c.id for c in tried if not c.can_fail]
    assert never == [], (
        f"{len(never)} claims of {study} fail in no world: each is a check, or lacks a world."
    )


def test_docs_show_pictures_that_a_committed_record_vouches_for(results: Path) -> None:
    pictures = sorted((ROOT / "docs/figures").glob("*.png"))
    assert pictures
    for picture in pictures:
        (path,) = results.glob(f"*/provenance/render/{picture.stem}.json")
        record = json.loads(path.read_text())
        recorded = {Path(p).name: digest for p, digest in record["outputs"].items()}
        assert recorded[picture.name] == sha256(picture.read_bytes()).hexdigest(), picture.name


@pytest.mark.parametrize("study", STUDIES)
def test_figures_are_drawn_by_the_claims_and_words_as_they_stand(study: str, results: Path) -> None:
    read = cache(lambda file: yaml.safe_load(git("show", f":{file}").stdout))
    stale = []
    for path in sorted((results / study / "provenance/render").glob("*.json")):
        sources = json.loads(path.read_text())["sources"]
        parts = {source: found for source, found in sources.items() if is_part(source)}
        now = {source: entry_digest(source, read(file_of(source))) for source in parts}
        stale += [path.stem] if now != parts else []
    assert stale == []


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_lock_is_that_of_the_committed_records(study: str, results: Path) -> None:
    lock = yaml.safe_load(git("show", ":dvc.lock").stdout)
    outs = {out["path"]: out for out in lock["stages"][f"study@{study}"]["outs"]}
    counts: dict[str, int] = {}
    for record in (results / study / "provenance").rglob("*.json"):
        for path in json.loads(record.read_text())["outputs"]:
            folder = f"results/{'/'.join(path.split('/')[:2])}"
            counts[folder] = counts.get(folder, 0) + 1
    for folder in ("data", "models", "figures", "tables"):
        assert outs[f"results/{study}/{folder}"]["nfiles"] == counts[f"results/{study}/{folder}"]
