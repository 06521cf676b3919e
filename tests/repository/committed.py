"""What git's index holds of results, and whether the generated pages show that.

``python -m tests.repository.committed FOLDER`` prints the names of the pages that are stale; the
folder is for files of its own. Without the checks of types that tests have it takes a quarter.
"""

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from compsparse.claims.registry import Registry, read_registry
from compsparse.generated_docs import (
    cost,
    graph,
    pages,
    replication,
    worlds,
)
from compsparse.verdicts.official import Verdicts, on_request, with_words
from compsparse.verdicts.official_claim import read_official
from tests.house_plan import PROJECT, ROOT, configuration, jobs, jobs_of
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REPLICATE, REQUEST, WORLDS, assemble_jobs
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.record_root import record_hashes

# a study that is switched off has no results yet, and answers for no document
STUDIES = sorted(configuration().studies)


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


def requests_of(study: str) -> list[Job]:
    """Return the planned jobs on request of a study."""
    return [job for job in jobs_of(study) if job.step == REQUEST]


def official_verdicts(results: Path) -> dict[str, Verdicts]:
    """Return the official verdicts that git holds."""
    found = {}
    for study in STUDIES:
        claims = read_official(results / study / "claims.json")
        found[study] = with_words(ROOT, study, Verdicts(claims, on_request(jobs_of(study))))
    return found


def carried(results: Path, step: str) -> dict[str, int]:
    """Return how often what a step measured on request was carried over since it was made."""
    found = {
        study: [len(Record.read(path).carried) for path in folder.iterdir()]
        for study in STUDIES
        if (folder := results / study / f"provenance/{step}").is_dir()
    }
    return {study: max(times) for study, times in found.items()}


def generated_files(results: Path) -> dict[Path, bytes]:
    """Return all generated files as they should be, from what git holds of results."""
    records = record_hashes(results, all_jobs(results))
    verdicts = official_verdicts(results)
    again, there = carried(results, REPLICATE), carried(results, WORLDS)
    assert records and again and there
    return (
        pages(PROJECT, verdicts, records, cost(PROJECT, configuration()))
        | graph(PROJECT, configuration())
        | replication(PROJECT, verdicts, again)
        | worlds(PROJECT, verdicts, there)
    )


def all_jobs(results: Path) -> dict[str, Job]:
    """Return the plan with the jobs of official verdicts, of what git holds."""
    planned = dict(jobs())
    return planned | assemble_jobs(planned.values(), [n for n in planned if (results / n).exists()])


def stale_pages(folder: Path) -> Iterator[Path]:
    """Return the generated files that do not show what git holds."""
    contents = generated_files(checked_out(folder))
    assert len(contents) > 8
    yield from (path for path, content in contents.items() if path.read_bytes() != content)


if __name__ == "__main__":
    for stale in stale_pages(Path(sys.argv[1])):
        print(stale.relative_to(ROOT))
