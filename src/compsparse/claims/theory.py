"""Where theory gives a number: does the measurement agree with it, and how far is it off?

Two numbers can be asked about: what theory predicts at these sizes, and the asymptotic value. Both
verdicts stand beside that of the claim's own band, which may be wider for another reason.
"""

from typing import Literal, Protocol, runtime_checkable

from compsparse.claims.band import Band
from compsparse.claims.measurement import Measurement
from compsparse.claims.verdict import Kind, judge_measurement
from workflow_engine.validation.strict_model import StrictModel

Agreement = Literal["agrees", "differs", "undecided"]
_WORDS: dict[str, Agreement] = {"holds": "agrees", "fails": "differs", "undecided": "undecided"}


class AgainstTheory(StrictModel):
    """A measurement held against a number.

    Attributes:
        theory: the number.
        deviation, low, high: (measured - theory) / |theory|, with its 95 % interval.
        verdict: agrees, where the whole interval lies within the claim's margin; differs, where it
            lies wholly outside.
    """

    theory: float
    deviation: float
    low: float
    high: float
    verdict: Agreement

    @property
    def excluded(self) -> bool:
        """Whether the interval excludes the number, however near it is."""
        return self.low > 0 or self.high < 0


@runtime_checkable
class Judgeable(Protocol):
    """What an assertion and a judged claim have in common."""

    kind: Kind
    accept: Band
    margin: float


def against_theory(
    claim: Judgeable, theory: float | None, measurement: Measurement | None
) -> AgainstTheory | None:
    """Return how a measurement compares with a number of theory.

    None where there is no number, no measurement, where the number is 0, to which nothing has a
    relative deviation, or where the claim is judged by equality with it.
    """
    if not theory or measurement is None or claim.accept.equal is not None:
        return None
    found = relative(measurement, theory)
    margin = Band(low=-claim.margin, high=claim.margin)
    verdict = judge_measurement(claim.kind, margin, found).verdict
    return AgainstTheory(
        theory=theory,
        deviation=found.value,
        low=found.low,
        high=found.high,
        verdict=_WORDS[verdict],
    )


def relative(measurement: Measurement, theory: float) -> Measurement:
    """Return the deviation from ``theory`` as a share of its size."""
    values = (measurement.value, measurement.low, measurement.high)
    value, low, high = ((edge - theory) / abs(theory) for edge in values)
    return Measurement(value=value, low=low, high=high, n=measurement.n)
