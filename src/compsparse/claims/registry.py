"""The registry of a study, ``workflow/claims/<study>.yaml``: its results and the claims on them.

The file with its bands is committed before the first default run of the study; ``registered`` is
that commit.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.claims.band import Band
from compsparse.claims.errors import ClaimsError
from compsparse.claims.verdict import Kind, Verdict
from compsparse.configuration.scales import Scale, is_below
from compsparse.validation.strict_model import StrictModel, Text
from compsparse.validation.strict_yaml import read_strict_yaml

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]

# document: the band is the statement itself (a sign, an order, a chance level);
# prototype: a regression bound, shown apart and never counted as evidence for the document
Origin = Literal["theorem", "finite-size", "document", "prototype"]


class Result(StrictModel):
    """A figure or table of the document that the study makes; paths relative to its results.

    Attributes:
        exploratory: a picture beyond the document, on which nothing is claimed or judged.
    """

    title: Text
    place: Text
    figure: Annotated[str, Field(pattern=r"^figures/[a-z0-9_]+\.(svg|png)$")] | None = None
    table: Annotated[str, Field(pattern=r"^tables/[a-z0-9_]+\.csv$")] | None = None
    scale: Scale
    message: Text
    exploratory: bool = False

    @model_validator(mode="after")
    def _shows_something(self) -> "Result":
        if self.figure is None and self.table is None:
            raise ValueError("The result has neither figure nor table; give at least one.")
        return self


class Claim(StrictModel):
    """One statement about one metric, with the band that decides it.

    Attributes:
        theory: the value that the document predicts, where it predicts one.
        band: why this band, in a sentence; for a claim of absence, why this margin.
        scale: the smallest scale at which the claim is testable.
        why: what explains a verdict, by verdict, so that it cannot outlive it.
    """

    id: Identifier
    result: Identifier
    statement: Text
    source: Text
    metric: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    kind: Kind
    theory: float | None = None
    accept: Band
    origin: Origin
    band: Text
    scale: Scale
    why: dict[Verdict, Text] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _can_be_decided(self) -> "Claim":
        if self.kind == "statistical" and self.accept.equal is not None:
            raise ValueError(
                f"accept is {self.accept} but kind is statistical: an interval never lies in a "
                "single value. Give low and high (an equivalence margin), or make the kind exact."
            )
        return self


class Registry(StrictModel):
    """All results of a study and all claims about them."""

    study: Identifier
    document: Annotated[str, Field(pattern=r"^\d{3}(, \d{3})*$")]
    registered: Annotated[str, Field(pattern=r"^[0-9a-f]{7,40}$")] | None
    results: Annotated[dict[Identifier, Result], Field(min_length=1)]
    claims: list[Claim]

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "Registry":
        problems = [
            f"results.{result}: a result's id begins with its study; rename it {self.study}_...."
            for result in self.results
            if not result.startswith(f"{self.study}_")
        ]
        ids = [claim.id for claim in self.claims]
        problems += [
            f"claim {repeated!r} stands {ids.count(repeated)} times; ids must differ: rename."
            for repeated in dict.fromkeys(i for i in ids if ids.count(i) > 1)
        ]
        problems += [problem for claim in self.claims for problem in self._problems(claim)]
        if problems:
            raise ValueError(" ".join(problems))
        return self

    def _problems(self, claim: Claim) -> list[str]:
        """Return where ``claim`` does not fit the results of this registry."""
        known = ", ".join(self.results)
        result = self.results.get(claim.result)
        if result is None:
            return [
                f"claim {claim.id!r} is about the result {claim.result!r}; allowed: {known}. "
                "Correct it, or list the result."
            ]
        problems = []
        if result.exploratory:
            problems.append(
                f"claim {claim.id!r} is about an exploratory result, which is never judged; drop "
                "the claim, or the word exploratory."
            )
        if claim.id != claim.result and not claim.id.startswith(f"{claim.result}_"):
            problems.append(
                f"claim {claim.id!r} does not begin with its result's id; rename it "
                f"{claim.result}_...."
            )
        if claim.metric.split(".")[0] != claim.result:
            problems.append(
                f"claim {claim.id!r} uses the metric {claim.metric!r} of another or unknown "
                f"result; allowed: {claim.result}.<metric>. Correct metric or result."
            )
        if is_below(claim.scale, result.scale):
            problems.append(
                f"claim {claim.id!r} has the scale {claim.scale!r}, but its result is testable "
                f"from {result.scale!r} on; raise the claim's scale or lower the result's."
            )
        return problems


def read_registry(path: Path) -> Registry:
    """Read and validate a study's claims file.

    Raises:
        ClaimsError: file, key, value, what is allowed and what to do.
    """
    registry = read_strict_yaml(path, Registry, ClaimsError)
    if registry.study != path.stem:
        raise ClaimsError(
            f"{path}: study has the value {registry.study!r}; allowed: {path.stem!r}, the file's "
            "name. Rename the file or correct the study."
        )
    return registry
