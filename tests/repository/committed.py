"""What git's index holds of results, and whether the generated pages show that.

``python -m tests.repository.committed FOLDER`` prints the names of the pages that are stale; the
folder is for files of its own. Without the checks of types that tests have it takes a quarter.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from compsparse.claims.judged import JudgedClaim, read_claims
from compsparse.claims.registry import Registry, read_registry
from compsparse.generated_docs import definitions, pages, replication, verdict_pages, worlds
from compsparse.pages.cost import cost_line
from compsparse.pages.official import Verdicts, official, with_requested, with_words
from compsparse.replication.pooled import read_pooled
from compsparse.worlds.summary import both_ways
from tests.house_plan import PROJECT, ROOT, configuration, jobs, jobs_of
from workflow_engine.artifacts.tables import read_table
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.record_root import record_hashes

# a study that is switched off has no results yet, and answers for no document
STUDIES = sorted(configuration().studies)

Claims = Mapping[str, list[JudgedClaim]]


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Ask git about this repository."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@cache
def registry(study: str) -> Registry:
    """Return the results and claims of a study."""
    return read_registry(ROOT / f"workflow/claims/{study}.yaml")


def checked_out(folder: Path) -> Path:
    """Write what git's index holds of results into a folder of its own; return where."""
    git("checkout-index", f"--prefix={folder}/", "--", *git("ls-files", "results").stdout.split())
    return folder / "results"


def committed_claims(results: Path) -> dict[str, list[JudgedClaim]]:
    """Return the committed claims of every study."""
    return {study: read_claims(results / study / "claims.json") for study in STUDIES}


def requests_of(study: str) -> list[Job]:
    """Return the planned jobs on request of a study."""
    return [job for job in jobs_of(study) if job.step == REQUEST]


def official_verdicts(claims: Claims, results: Path) -> dict[str, Verdicts]:
    """Return the official verdicts of what git holds."""
    found = {}
    for study, judged in claims.items():
        tables = results / study / "tables"
        path = tables / "pooled.json"
        pooled = read_pooled(path, judged) if path.exists() else ()
        verdicts = official(judged, configuration().root_seed, pooled)
        verdicts = replace(verdicts, worlds=both_ways(read_table(tables / "worlds.csv")))
        shown = with_requested(verdicts, requests_of(study), _requested(study, results))
        found[study] = with_words(ROOT, study, shown, judged)
    return found


def _requested(study: str, results: Path) -> list[JudgedClaim]:
    """Return the committed verdicts on experiments on request."""
    paths = [results / job.outputs["claims"] for job in requests_of(study)]
    return [claim for path in paths if path.exists() for claim in read_claims(path)]


def committed_tables(results: Path, name: str) -> dict[str, Path]:
    """Return the committed tables of a step on request, by study."""
    paths = {study: results / study / "tables" / name for study in STUDIES}
    return {study: path for study, path in paths.items() if path.exists()}


def carried(results: Path, step: str) -> dict[str, int]:
    """Return how often the committed table of each study was carried over since it was made."""
    paths = {study: results / study / f"provenance/{step}/all.json" for study in STUDIES}
    return {s: len(Record.read(path).carried) for s, path in paths.items() if path.exists()}


def generated_files(results: Path) -> dict[Path, bytes]:
    """Return all generated files as they should be, from what git holds of results."""
    claims = committed_claims(results)
    records = record_hashes(results, dict(jobs()))
    verdicts = official_verdicts(claims, results)
    replicated = committed_tables(results, "replication.csv")
    in_worlds = committed_tables(results, "worlds.csv")
    assert records and replicated and in_worlds
    return (
        pages(PROJECT, verdicts, records, cost_line(PROJECT, configuration()))
        | verdict_pages(PROJECT, verdicts)
        | definitions(PROJECT)
        | replication(PROJECT, claims, replicated, carried(results, "replicate"))
        | worlds(PROJECT, claims, verdicts, in_worlds, replicated, carried(results, "worlds"))
    )


def stale_pages(folder: Path) -> Iterator[Path]:
    """Return the generated files that do not show what git holds."""
    contents = generated_files(checked_out(folder))
    assert len(contents) > 20
    yield from (path for path, content in contents.items() if path.read_bytes() != content)
    yield from {*(ROOT / "docs").glob("*/forest/*.svg")} - contents.keys()


if __name__ == "__main__":
    for stale in stale_pages(Path(sys.argv[1])):
        print(stale.relative_to(ROOT))
