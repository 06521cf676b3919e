"""A judge for the toy studies that writes verdicts of the real shape; their own writes less."""

# alpha's sum is above 17000 at seeds 0 and 1, not at 2
JUDGE = '''
"""Claim something, as the judge of real studies does."""

from workflow_engine.artifacts.json_values import read_json
from compsparse.claims.band import Band
from compsparse.claims.judged import JudgedClaim
from compsparse.verdicts.assembling import official
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, scale: str) -> Outputs:
    """Return metrics and two verdicts."""
    total = float(sum(row["sum"] for row in read_json(single(inputs, "table"))))

    def claim(name, kind, above, n):
        judged = JudgedClaim(
            id=f"TOY_sums_{name}", role="claim", tests=["000_figure_2"], figure="",
            statement=name, source="", metric="TOY_sums.total", kind=kind, value=total,
            low=total - n, high=total + n, seeds=n, asymptotic=None,
            finite_size=None, margin=0.1, margin_reason="",
            accept=Band(above=above), origin="document", band="", scale="smoke",
            judged_at=scale, verdict="holds" if total > above else "fails",
            seeds_needed=None, why="", registered={},
        )
        return official(judged, {}, 0).row()

    claims = [claim("positive", "exact", 0.0, 1), claim("large", "statistical", 17000.0, 3)]
    metrics = {"TOY_sums": {"total": total}}
    return {"metrics": metrics, "claims": claims, "official": claims}
'''


def judge_of(study: str) -> str:
    """Return the source of the judge of one toy study."""
    return JUDGE.replace("TOY", study)
