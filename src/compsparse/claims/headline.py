"""What a figure says on top: the verdict of its own data, in words kept for each verdict.

``workflow/headlines/<study>.yaml`` has, by result, a question, the claims that answer it, and the
answers. A figure says the answer that its own metrics earn, judged as all claims are; the question
where they decide nothing: below the claims' scale, within an interval, or with other parameters
than the claims are about.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.claims.measurement import Measurement
from compsparse.claims.needs import unmet
from compsparse.claims.registry import Result, Suffix
from compsparse.claims.verdict import Verdict, judge_measurement
from workflow_engine.configuration.scales import Scale, is_below
from workflow_engine.configuration.values import Distinct
from workflow_engine.validation.strict_model import StrictModel, Text

Answer = Literal["holds", "in part", "fails", "open"]


class Words(StrictModel):
    """What may stand on top of a result's figure.

    Attributes:
        question: where nothing is decided; always, where no claim decides.
        decided_by: claims or checks of the result.
        holds: all of these hold.
        fails: at least one fails, and none holds.
        in_part: some hold, and others fail; the question, where it is left out.
    """

    question: Text
    decided_by: Annotated[list[Suffix], Distinct] = Field(default_factory=list)
    holds: Text | None = None
    fails: Text | None = None
    in_part: Text | None = None

    @model_validator(mode="after")
    def _has_both_answers(self) -> "Words":
        given = [self.holds, self.fails]
        if self.decided_by and None in given:
            raise ValueError("what decides has two outcomes; give both holds and fails.")
        if not self.decided_by and any([*given, self.in_part]):
            raise ValueError("an answer needs what decides it; give decided_by, or a question only")
        return self


@dataclass(frozen=True)
class Headline:
    """The words on top of a figure, and what they answer."""

    text: str
    answer: Answer


def headline(words: Words, verdicts: Iterable[Verdict]) -> Headline:
    """Return what stands on top, given the verdicts on the claims that decide."""
    found = set(verdicts)
    if found == {"holds"} and words.holds:
        return Headline(words.holds, "holds")
    if "fails" in found and "holds" not in found and words.fails:
        return Headline(words.fails, "fails")
    if {"holds", "fails"} <= found and words.in_part:
        return Headline(words.in_part, "in part")
    return Headline(words.question, "open")


def headline_of_run(
    words: Words, result: Result, metrics: Mapping[str, Measurement], scale: Scale
) -> Headline:
    """Return what the figure of a run says, from the metrics of that result alone.

    Raises:
        ValueError: the words name a claim that the result does not have.
    """
    asserted = {name: assertion for _, name, assertion in result.assertions}
    if unknown := sorted(set(words.decided_by) - asserted.keys()):
        raise ValueError(
            f"decided_by names {', '.join(unknown)}; this result has the claims and checks "
            f"{', '.join(asserted) or 'none'}. Correct the headline."
        )
    verdicts: list[Verdict] = []
    for name in words.decided_by:
        claim = asserted[name]
        measured = metrics.get(claim.metric or name)
        if measured is None or is_below(scale, claim.scale) or unmet(claim.needs, metrics):
            verdicts.append("not testable")
        else:
            verdicts.append(judge_measurement(claim.kind, claim.accept, measured).verdict)
    return headline(words, verdicts)
