"""How one judged claim reads: its distance from theory, its root seeds, its name."""

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.theory import AgainstTheory
from compsparse.verdicts.official_claim import OfficialClaim


def theory_lines(claim: JudgedClaim) -> list[str]:
    """Return one line for each number of theory that the measurement is held against."""
    named = (("at these sizes", claim.finite_size), ("asymptotic", claim.asymptotic))
    return [
        f"{name} {prediction.theory:.4g}: {deviation(prediction)}"
        for name, prediction in named
        if prediction
    ]


def deviation(against: AgainstTheory) -> str:
    """Return ``-2.1 % [-3.4 %, -0.9 %], agrees, though excluded``."""
    found = f"{_percent(against.deviation)} %"
    if against.low != against.high:
        found += f" [{_percent(against.low)}, {_percent(against.high)}]"
    excluded = ", though excluded" if against.excluded and against.verdict == "agrees" else ""
    return f"{found}, {against.verdict}{excluded}"


def _percent(share: float) -> str:
    number = 100 * share
    text = f"{number:+.1f}" if abs(number) < 100 else f"{number:+.3g}"
    return "0" if float(text) == 0 else text


def alone_text(claim: OfficialClaim) -> str:
    """Return at how many root seeds a pooled claim holds alone; a dash for one of a single run."""
    if not claim.pooled or claim.verdict == "not testable":
        return "-"
    return f"{claim.holds_at} of {len(claim.root_seeds)}"


def short_name(claim: JudgedClaim) -> str:
    """Return the claim's name under its result."""
    return claim.id.removeprefix(f"{claim.result}_")
