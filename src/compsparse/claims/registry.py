"""The registry of a study, ``workflow/claims/<study>.yaml``: its results and the claims on them.

A claim stands under its result, beside the definition of its metric, and no name repeats the one it
stands under: the claim ``order_3`` on the result ``search_phase`` of the study ``emergence`` is
``emergence_search_phase_order_3`` wherever else it is named.

A *claim* could have come out otherwise. A *check* follows from definitions, arithmetic or the
construction: it fails only on an error in the code, and is never counted as evidence.

The file with its bands is committed before the first default run of the study; ``registered`` names
the commits.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.claims.band import Band
from compsparse.claims.errors import ClaimsError
from compsparse.claims.verdict import Kind, Verdict
from workflow_engine.configuration.scales import Scale, is_below
from workflow_engine.configuration.values import Distinct
from workflow_engine.validation.strict_model import StrictModel, Text
from workflow_engine.validation.strict_yaml import read_strict_yaml

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Suffix = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]*$")]
_NAME = r"(?:[A-Za-z0-9]|<[a-z]+>)(?:[A-Za-z0-9_]|<[a-z]+>)*"
MetricNames = Annotated[str, Field(pattern=rf"^{_NAME}(?:, {_NAME})*$")]
_OPEN = re.compile(r"[A-Za-z]|[A-Z]+|<[a-z]+>")  # what stands for values in a metric's name

Role = Literal["claim", "check"]
WIDEST_MARGIN = 0.1  # of an equivalence with theory that needs no reason

# document: the band is the statement itself (a sign, an order, a chance level);
# prototype: a regression bound, shown apart and never counted as evidence for the document
Origin = Literal["theorem", "finite-size", "document", "prototype"]


Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{7,40}$")]


class Registered(StrictModel):
    """The commits in which an assertion was first and, with its band and metric, last committed."""

    first: Commit | None = None
    last: Commit | None = None


class Need(StrictModel):
    """What must have been measured, or a verdict says nothing: room above a floor, a task learned.

    Attributes:
        metric: of the same result.
        accept: its values with which the claim is testable.
        otherwise: why it is not, in half a sentence.
    """

    metric: Suffix
    accept: Band
    otherwise: Text


class Assertion(StrictModel):
    """One statement about one metric, with the band that decides it.

    Attributes:
        tests: ids of the documents' statements (documents.yaml) that the verdict speaks about.
        metric: of the result; the claim's own name where it is left out.
        theory: the value that the document predicts, where it predicts one: the asymptotic one.
        finite_size: what theory predicts at these sizes: a value, or the result's metric that holds
            it.
        margin: the largest deviation from theory that counts as agreement, a share of its value.
        margin_reason: why more than 10 % are allowed.
        band: why this band, in a sentence; for a claim of absence, why this margin.
        scale: the smallest scale at which the claim is testable.
        needs: what else it takes: self-checks of the measurement, no floor or ceiling in all arms.
        why: what explains a verdict, by verdict, so that it cannot outlive it.
        registered: where it was registered later than the file, or changed.
    """

    statement: Text
    source: Text
    tests: Annotated[list[Text], Distinct] = Field(default_factory=list)
    metric: Suffix | None = None
    kind: Kind
    theory: float | None = None
    finite_size: float | Suffix | None = None
    margin: Annotated[float, Field(gt=0, lt=1)] = WIDEST_MARGIN
    margin_reason: Text | None = None
    accept: Band
    origin: Origin
    band: Text
    scale: Scale
    needs: list[Need] = Field(default_factory=list)
    why: dict[Verdict, Text] = Field(default_factory=dict)
    registered: Registered = Registered()

    @model_validator(mode="after")
    def _margin_has_its_reason(self) -> "Assertion":
        if self.margin > WIDEST_MARGIN and self.margin_reason is None:
            raise ValueError(
                f"margin is {self.margin:g}; more than {WIDEST_MARGIN:g} of the theory's value is "
                "an agreement for a reason only. Give margin_reason, or a smaller margin."
            )
        return self

    @model_validator(mode="after")
    def _can_be_decided(self) -> "Assertion":
        if self.kind == "statistical" and self.accept.equal is not None:
            raise ValueError(
                f"accept is {self.accept} but kind is statistical: an interval never lies in a "
                "single value. Give low and high (an equivalence margin), or make the kind exact."
            )
        return self


class Section(StrictModel):
    """A part of the page on results: how several of them are made, in words (Markdown)."""

    title: Text
    text: Text


class Result(StrictModel):
    """A figure and a table that the study makes, what is measured on it, and what is claimed.

    Attributes:
        section: where the page defines its metrics.
        message: no page shows it any more; what a picture says, stands in ``headline``'s words.
        exploratory: a picture beyond the document, on which nothing is claimed or judged.
        metrics: definitions by the metrics' names; a single letter, a word in capitals or in angle
            brackets stands for values.
        claims: what could come out otherwise.
        checks: what fails on an error in the code only.
    """

    section: Identifier | None = None
    title: Text
    place: Text
    scale: Scale
    message: Text | None = None
    exploratory: bool = False
    metrics: dict[MetricNames, Text] = Field(default_factory=dict)
    claims: dict[Suffix, Assertion] = Field(default_factory=dict)
    checks: dict[Suffix, Assertion] = Field(default_factory=dict)

    @property
    def assertions(self) -> list[tuple[Role, Suffix, Assertion]]:
        """Claims, then checks, each with its name."""
        claims: list[tuple[Role, Suffix, Assertion]] = [
            ("claim", name, asserted) for name, asserted in self.claims.items()
        ]
        return claims + [("check", name, asserted) for name, asserted in self.checks.items()]

    def defines(self, metric: str) -> bool:
        """Say whether one of the definitions is that of a metric."""
        return self.name_of_definition(metric) is not None

    def name_of_definition(self, metric: str) -> str | None:
        """Return the name, perhaps with places for values, under which a metric is defined."""
        names = [name for several in self.metrics for name in several.split(", ")]
        exact = [name for name in names if name == metric]
        return next((n for n in [*exact, *names] if re.fullmatch(_pattern(n), metric)), None)


def _pattern(name: str) -> str:
    parts = ("[a-z0-9_]+" if _OPEN.fullmatch(part) else re.escape(part) for part in name.split("_"))
    return "_".join(parts)


class Claim(Assertion):
    """An assertion with its names in full: ``finite_size`` is a value or ``<result>.<metric>``."""

    id: str
    result: str
    role: Role
    metric: str
    finite_size: float | str | None = None


class Registry(StrictModel):
    """All results of a study and all claims about them.

    Attributes:
        about: what the page on results says before its sections.
        results: by their ids without the study's name.
    """

    study: Identifier
    document: Annotated[str, Field(pattern=r"^\d{3}(, \d{3})*$")]
    registered: Commit | None
    about: Text | None = None
    sections: dict[Identifier, Section] = Field(default_factory=dict)
    results: Annotated[dict[Suffix, Result], Field(min_length=1)]

    @property
    def by_id(self) -> dict[str, Result]:
        """The results by their full ids."""
        return {f"{self.study}_{name}": result for name, result in self.results.items()}

    @property
    def claims(self) -> list[Claim]:
        """All claims and checks, in the order of the results."""
        return [
            self._claim(result_id, role, name, assertion)
            for result_id, result in self.by_id.items()
            for role, name, assertion in result.assertions
        ]

    def _claim(self, result: str, role: Role, name: Suffix, assertion: Assertion) -> Claim:
        fields = dict(assertion)
        fields["metric"] = f"{result}.{assertion.metric or name}"
        if isinstance(assertion.finite_size, str):
            fields["finite_size"] = f"{result}.{assertion.finite_size}"
        first = assertion.registered.first or self.registered
        fields["registered"] = Registered(first=first, last=assertion.registered.last or first)
        return Claim(id=f"{result}_{name}", result=result, role=role, **fields)

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "Registry":
        ids = [claim.id for claim in self.claims]
        problems = [
            f"claim {repeated!r} stands {ids.count(repeated)} times; ids must differ: rename."
            for repeated in dict.fromkeys(i for i in ids if ids.count(i) > 1)
        ]
        for name, result in self.results.items():
            problems += self._problems(name, result)
        if problems:
            raise ValueError(" ".join(problems))
        return self

    def _problems(self, name: str, result: Result) -> Iterator[str]:
        """Say where a result and its claims do not fit each other or the sections."""
        if name.startswith(f"{self.study}_"):
            yield f"results.{name}: names under a study do not repeat it; drop {self.study}_."
        if result.section is not None and result.section not in self.sections:
            known = ", ".join(self.sections) or "none"
            yield (
                f"results.{name}.section has the value {result.section!r}; allowed: {known}. "
                "Correct it, or add the section."
            )
        if result.exploratory and result.assertions:
            yield (
                f"results.{name} is exploratory, which is never judged, but has the claim "
                f"{result.assertions[0][1]!r}; drop the claim, or the word exploratory."
            )
        for _, key, claim in result.assertions:
            if is_below(claim.scale, result.scale):
                yield (
                    f"claim {key!r} of {name} has the scale {claim.scale!r}, but its result is "
                    f"testable from {result.scale!r} on; raise the claim's scale or lower the "
                    "result's."
                )
            needed = (claim.metric or key, claim.finite_size, *(n.metric for n in claim.needs))
            for metric in needed:
                if isinstance(metric, str) and not result.defines(metric):
                    yield (
                        f"claim {key!r} of {name} is about the metric {metric!r}, which "
                        f"results.{name}.metrics does not define; define it, or correct the name."
                    )


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
