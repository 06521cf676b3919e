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
from compsparse.worlds.summary import BothWays, both_ways
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


def committed_claims(folder: Path) -> dict[str, list[JudgedClaim]]:
    """Return the committed claims of every study."""
    found = {}
    for study in STUDIES:
        path = folder / f"{study}.claims.json"
        path.write_text(git("show", f":results/{study}/claims.json").stdout)
        found[study] = read_claims(path)
    return found


def requests_of(study: str) -> list[Job]:
    """Return the planned jobs on request of a study."""
    return [job for job in jobs_of(study) if job.step == REQUEST]


def official_verdicts(claims: Claims, folder: Path) -> dict[str, Verdicts]:
    """Return the official verdicts of what git holds."""
    found = {}
    for study, judged in claims.items():
        text = git("show", f":results/{study}/tables/pooled.json")
        path = folder / f"{study}.pooled.json"
        path.write_text(text.stdout)
        pooled = read_pooled(path, judged) if text.returncode == 0 else ()
        verdicts = official(judged, configuration().root_seed, pooled)
        verdicts = replace(verdicts, worlds=_worlds(study, folder))
        shown = with_requested(verdicts, requests_of(study), _requested(study, folder))
        found[study] = with_words(ROOT, study, shown, judged)
    return found


def _worlds(study: str, folder: Path) -> dict[str, BothWays]:
    """Return in which worlds each claim fails and holds, by the committed table."""
    path = folder / f"{study}.worlds.csv"
    path.write_text(git("show", f":results/{study}/tables/worlds.csv").stdout)
    return both_ways(read_table(path))


def _requested(study: str, folder: Path) -> list[JudgedClaim]:
    """Return the committed verdicts on experiments on request."""
    found: list[JudgedClaim] = []
    for job in requests_of(study):
        text = git("show", f":results/{job.outputs['claims']}")
        if text.returncode == 0:
            path = folder / f"{job.wildcards['experiment']}.json"
            path.write_text(text.stdout)
            found += read_claims(path)
    return found


def committed_tables(folder: Path, name: str, *beside: str) -> dict[str, Path]:
    """Return the committed tables of a step on request, by study, with files beside them."""
    tables = {}
    for study in STUDIES:
        (folder / study).mkdir(parents=True, exist_ok=True)
        for file in (name, *beside):
            text = git("show", f":results/{study}/tables/{file}")
            if text.returncode == 0:
                (folder / study / file).write_text(text.stdout)
                tables[study] = folder / study / name
    return tables


def carried(folder: Path, step: str) -> dict[str, int]:
    """Return how often the committed table of each study was carried over since it was made."""
    paths = {s: folder / f"results/{s}/provenance/{step}/all.json" for s in STUDIES}
    return {s: len(Record.read(path).carried) for s, path in paths.items() if path.exists()}


def stale_pages(folder: Path) -> Iterator[Path]:
    """Return the generated files that do not show what git holds."""
    claims = committed_claims(folder)
    index = git("ls-files", "results").stdout.split()
    git("checkout-index", f"--prefix={folder}/", "--", *index)
    records = record_hashes(folder / "results", dict(jobs()))
    verdicts = official_verdicts(claims, folder)
    replicated = committed_tables(folder / "replicated", "replication.csv", "pooled.json")
    in_worlds = committed_tables(folder / "worlds", "worlds.csv")
    contents = (
        pages(PROJECT, verdicts, records, cost_line(PROJECT, configuration()))
        | verdict_pages(PROJECT, verdicts)
        | definitions(PROJECT)
        | replication(PROJECT, claims, replicated, carried(folder, "replicate"))
        | worlds(PROJECT, claims, verdicts, in_worlds, replicated, carried(folder, "worlds"))
    )
    assert len(contents) > 20 and records and replicated and in_worlds
    yield from (path for path, content in contents.items() if path.read_bytes() != content)
    yield from {*(ROOT / "docs").glob("*/forest/*.svg")} - contents.keys()


if __name__ == "__main__":
    for stale in stale_pages(Path(sys.argv[1])):
        print(stale.relative_to(ROOT))
