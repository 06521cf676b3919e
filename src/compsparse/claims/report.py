"""The verdicts of all studies for a terminal."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from compsparse.claims.errors import ClaimsError
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.tally import tally_table
from compsparse.configuration.study_packages import study_packages
from compsparse.provenance.job import Job
from compsparse.provenance.names import nearest, result_ids
from compsparse.validation.printable import json_text, printable


@dataclass(frozen=True)
class Selection:
    """Which claims are asked for: all of some studies, and those of some results."""

    whole: frozenset[str]
    results: Mapping[str, str]

    @property
    def studies(self) -> frozenset[str]:
        """The studies that hold what is asked for; none where all are."""
        return self.whole | frozenset(self.results.values())

    def of(self, claims: Mapping[str, Sequence[JudgedClaim]]) -> dict[str, list[JudgedClaim]]:
        """Return the claims that are asked for."""
        everything = not self.studies
        return {
            study: [c for c in rows if everything or study in self.whole or self._asked(c)]
            for study, rows in claims.items()
        }

    def _asked(self, claim: JudgedClaim) -> bool:
        return PurePath(claim.figure).stem in self.results


def selected(names: Collection[str], jobs: Mapping[str, Job]) -> Selection:
    """Return what some names of studies and results ask for.

    Raises:
        ClaimsError: a name is neither a study's nor a result's; the message has the nearest.
    """
    results = {name: job.study for name, job in result_ids(jobs).items()}
    studies = {job.study for job in jobs.values()} | study_packages()
    for name in names:
        if name not in results and name not in studies:
            question = nearest(name, studies | results.keys())
            raise ClaimsError(
                f"There is no study and no result {printable(name)}. Allowed: "
                f"{', '.join(sorted(studies))}, or a result's id, as docs/claims.md has them."
                f"{question}"
            )
    return Selection(
        frozenset(name for name in names if name in studies),
        {name: results[name] for name in names if name in results},
    )


def summary_text(studies: Mapping[str, Sequence[JudgedClaim]]) -> str:
    """Return how many claims of each study have which verdict; regression bounds apart."""
    if not studies:
        return "No verdict can be shown."
    header, counted = tally_table(studies)
    rows = [header, *counted]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if 2 <= i < len(row) - 1 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    more = "Each claim in full: compsparse claims STUDY, compsparse claims RESULT, or --all."
    return "\n".join(map(printable, [*lines, more]))


def verdicts_json(claims: Mapping[str, Sequence[JudgedClaim]]) -> str:
    """Return judged claims as one JSON text: study -> list of claims."""
    return json_text({s: [c.row() for c in rows] for s, rows in claims.items()})


def verdicts_text(studies: Mapping[str, Sequence[JudgedClaim]]) -> str:
    """Return one paragraph per claim: verdict, statement, measurement, band."""
    lines: list[str] = []
    for name, claims in studies.items():
        lines += [f"{name} (scale {claims[0].judged_at})" if claims else name, ""]
        for claim in claims:
            measured = "not measured"
            if claim.value is not None:
                measured = f"{claim.value:.4g}"
                if claim.kind == "statistical":
                    measured += f" [{claim.low:.4g}, {claim.high:.4g}] over {claim.seeds} seeds"
            band = f"accepted {claim.accept} ({claim.origin})"
            lines.append(f"  {claim.verdict.upper():<14}{claim.id}")
            lines.append(f"    {' '.join(claim.statement.split())}")
            lines.append(f"    {claim.source}: {measured}, {band}")
            if claim.why:
                lines.append(f"    why: {claim.why}")
            lines.append("")
    # a statement may not look like a line of its own
    return "\n".join(map(printable, lines))
