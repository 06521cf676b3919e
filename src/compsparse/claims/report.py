"""The verdicts of all studies for a terminal."""

import json
from pathlib import Path

from compsparse.artifacts.errors import ArtifactError
from compsparse.claims.judged import JudgedClaim, read_claims


def judged_claims(results: Path, study: str | None = None) -> dict[str, list[JudgedClaim]]:
    """Return the judged claims of every study under ``results``, or of one.

    Raises:
        ArtifactError: there are none.
    """
    found = [
        path for path in sorted(results.glob("*/claims.json")) if study in (None, path.parent.name)
    ]
    if not found:
        place = results / (study or "<study>") / "claims.json"
        raise ArtifactError(place, "This file does not exist.", "Run `snakemake` first.")
    return {path.parent.name: read_claims(path) for path in found}


def verdicts_json(results: Path, study: str | None = None) -> str:
    """Return the judged claims as one JSON text: study -> list of claims."""
    claims = judged_claims(results, study)
    return json.dumps({s: [c.row() for c in rows] for s, rows in claims.items()}, indent=2)


def verdicts_text(results: Path, study: str | None = None) -> str:
    """Return one paragraph per claim: verdict, statement, measurement, band."""
    lines: list[str] = []
    for name, claims in judged_claims(results, study).items():
        lines += [f"{name} (scale {claims[0].judged_at})" if claims else name, ""]
        for claim in claims:
            measured = "not measured"
            if claim.value is not None:
                measured = f"{claim.value:.4g}"
                if claim.kind == "statistical":
                    measured += f" [{claim.low:.4g}, {claim.high:.4g}] over {claim.seeds} seeds"
            band = f"accepted {claim.accept} ({claim.origin})"
            lines.append(f"  {claim.verdict.upper():<14}{claim.id}")
            lines.append(f"    {claim.statement}")
            lines.append(f"    {claim.source}: {measured}, {band}")
            if claim.why:
                lines.append(f"    why: {claim.why}")
            lines.append("")
    return "\n".join(lines)
