"""The verdicts that may be shown: those that records vouch for."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from compsparse.verdicts.official import Verdicts, on_request, with_words
from compsparse.verdicts.official_claim import read_official
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.configuration.study_packages import study_packages
from workflow_engine.provenance.git_head import RESULTS, GitError, departures, head
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching

_FILE = "claims.json"


@dataclass
class VouchedVerdicts:
    """Official verdicts by study, as far as records vouch for them.

    Attributes:
        refused: by study, why its verdicts are not shown, in a sentence.
        switched_off: the same for studies that params.yaml leaves out, which is no fault.
        uncommitted: files behind the verdicts that are not as in git's last commit; none where git
            cannot be asked.
    """

    verdicts: dict[str, Verdicts] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    switched_off: dict[str, str] = field(default_factory=dict)
    uncommitted: list[str] = field(default_factory=list)


def claims_files(planned: Iterable[str]) -> dict[str, str]:
    """Return the file of verdicts of every study that judges claims, sorted by study."""
    return {p.split("/")[0]: p for p in sorted(planned) if p.split("/")[1:] == [_FILE]}


def vouched_verdicts(
    project: Project, vouching: Vouching, studies: Collection[str] = ()
) -> VouchedVerdicts:
    """Return the official verdicts of all studies that were judged, or of some.

    Raises:
        ArtifactError: nothing was judged.
        ClaimsError: a record vouches for what is no list of claims.
    """
    present = {str(p.relative_to(project.results)) for p in project.results.glob(f"*/{_FILE}")}
    files = {
        name: path
        for name, path in claims_files(present | vouching.planned).items()
        if not studies or name in studies
    }
    if not present.intersection(files.values()):
        place = project.results / next(iter(studies), "<study>") / _FILE
        raise ArtifactError(place, "This file does not exist.", "Run `snakemake` first.")
    found = VouchedVerdicts()
    for name, path in files.items():
        if path not in vouching.planned and name in study_packages():
            found.switched_off[name] = (
                f"{RESULTS}/{path} is not shown: `studies` in params.yaml leaves {name} out."
            )
        elif objection := vouching.objection(path):
            found.refused[name] = f"{RESULTS}/{path} is not shown: {objection}. {objection.remedy}"
        else:
            jobs = [job for job in vouching.judgment.jobs.values() if job.study == name]
            verdicts = Verdicts(read_official(project.results / path), on_request(jobs))
            found.verdicts[name] = with_words(project.root, name, verdicts)
    files_behind = {
        f"{RESULTS}/{place}"
        for name in found.verdicts
        for place in (files[name], vouching.record_path(files[name]))
    }
    try:
        there = departures(project.root, head(project.root), (RESULTS,))
    except GitError:
        return found  # a folder without git has nothing to compare with
    found.uncommitted = [departure.path for departure in there if departure.path in files_behind]
    return found
