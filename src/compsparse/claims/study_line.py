"""The line that README shows for a study."""

from collections.abc import Sequence

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.tally import Tally, in_words


def study_line(study: str, claims: Sequence[JudgedClaim]) -> str:
    """Return one line: counts by verdict over evidence claims, regression bounds apart."""
    tally = Tally.of(claims)
    total = tally.evidence.total()
    scales = ", ".join(dict.fromkeys(claim.judged_at for claim in claims))
    line = f"- **{study}**" + (f" (scale {scales})" if scales else "") + ": "
    line += f"{total} {'claim' if total == 1 else 'claims'}"
    if total:
        line += f": {in_words(tally.evidence)}"
    if bounds := tally.regression.total():
        noun = "regression bound" if bounds == 1 else "regression bounds"
        line += f". Apart, no evidence: {bounds} {noun}: {in_words(tally.regression)}"
    return line + "."
