"""The verdicts of all studies for a terminal."""

from collections.abc import Mapping, Sequence

from compsparse.claims.judged import JudgedClaim
from compsparse.validation.printable import json_text, printable


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
