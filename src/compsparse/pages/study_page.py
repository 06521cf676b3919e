"""The generated page of a study's verdicts, ``docs/<study>/claims.md``, result by result."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.readings import ClaimReading
from compsparse.claims.registry import Registry, Result
from compsparse.claims.results_page import anchor
from compsparse.claims.table import markdown_table, value_text, verdict_text
from compsparse.claims.tally import Tally, counted, is_bound
from compsparse.pages.claim_words import (
    alone_text,
    short_name,
    theory_lines,
)
from compsparse.pages.forest import forest, pictured
from compsparse.verdicts.official import Verdicts, without_pooled
from compsparse.verdicts.official_claim import OfficialClaim

C = TypeVar("C", bound=JudgedClaim)

_INTRODUCTION = """\
# Claims of the study `{study}`

Generated; do not edit. [How verdicts are reached]({evidence}); [verdicts on all \
statements](../claims.md).

Verdicts are those of {whose}, at scale {scales}. {tally}

Values come with 95 % intervals and the number of independent replicates. *Accepted* is the band \
committed before anyone saw the value. *Theory* is the document's prediction, at these sizes and \
asymptotically, with the deviation from it: it *agrees* if the whole interval lies within the \
margin (10 % unless stated) and *differs* if it lies wholly outside. *Alone* is the number of \
pooled root seeds at which the claim holds on its own. *Read*: *printed* if the document says it \
so, *controlled* if the claim adds a control or demand, *beyond* if it is our own question. *Not \
shown able to* hold or fail: it does so in no [world](../worlds.md).

In pictures a filled circle holds, a square fails, an open circle is undecided. Names omit the \
study and the result; the link has the full id."""


def study_page(
    study: str, verdicts: Verdicts, registry: Registry | None, pictures: Collection[str] = ()
) -> str:
    """Return the page.

    Args:
        study: its name.
        verdicts: the official ones.
        registry: titles and definitions; a study that is judged otherwise has none.
        pictures: names of the figures that docs show.
    """
    tally = Tally.of(verdicts.claims)
    counts = f"{counted(tally.evidence, 'claim')}. {counted(tally.checks, 'check')}."
    if tally.regression:
        counts += f" {counted(tally.regression, 'regression bound')}."
    parts = [
        _INTRODUCTION.format(
            study=study,
            evidence="../evidence.md",
            whose=verdicts.whose,
            scales=verdicts.scales or "unknown",
            tally=counts,
        ),
        without_pooled({study: verdicts}),
    ]
    results = registry.by_id if registry else {}
    for name, claims in by_result(verdicts.claims).items():
        parts += _result(study, name, results.get(name), claims, pictures, verdicts)
    return "\n\n".join(part for part in parts if part) + "\n"


def by_result(claims: Sequence[C]) -> dict[str, list[C]]:
    """Return claims by the result that they stand under, in their order."""
    found: dict[str, list[C]] = {}
    for claim in claims:
        found.setdefault(claim.result, []).append(claim)
    return found


def forests(verdicts: Mapping[str, Verdicts]) -> dict[str, str]:
    """Return the pictures that the pages show, by their places below docs."""
    return {
        f"{study}/forest/{name}.svg": forest(drawn)
        for study, of_study in verdicts.items()
        for name, claims in by_result(of_study.claims).items()
        if (drawn := pictured(claims))
    }


def _result(
    study: str,
    name: str,
    result: Result | None,
    claims: Sequence[OfficialClaim],
    pictures: Collection[str],
    verdicts: Verdicts,
) -> list[str]:
    short = name.removeprefix(f"{study}_")
    parts = [f"## {result.title if result else name}"]
    if result:
        figure = f"{name}.png"
        shown = f"figure: `results/{study}/figures/{figure}`"
        if figure in pictures:
            shown = f"[figure](../figures/{figure})"
        if name in verdicts.on_request:
            shown = (
                f"[figure](../../results/{study}/tables/{figure}). Made on request; verdicts "
                f"are those of the run's root seed: `snakemake {verdicts.on_request[name]}`"
            )
        table = f"[table](../../results/{study}/tables/{name}.csv)"
        told = verdicts.headlines.get(name)
        says = f" {told.caption}" if told else ""
        parts.append(f"`{name}`, {result.place}.{says} {table}, {shown}.")
    evidence = [claim for claim in claims if claim.is_evidence]
    if pictured(claims):
        parts.append(f"![Intervals of the claims on {name}](forest/{name}.svg)")
    if evidence:
        parts.append(_claims_table(evidence, verdicts))
        parts += [_why(evidence), _origins(short, result, evidence, verdicts.readings)]
    checks = [claim for claim in claims if claim.role == "check"]
    bounds = [claim for claim in claims if is_bound(claim)]
    for title, rows in (
        ("Checks, which only a bug can make fail:", checks),
        ("Regression bounds, which are no evidence for a document:", bounds),
    ):
        if rows:
            parts += [title, _short_table(rows), _why(rows)]
    return parts


def _claims_table(claims: Sequence[OfficialClaim], verdicts: Verdicts) -> str:
    readings = verdicts.readings
    theory = any(theory_lines(claim) for claim in claims)
    alone = any(alone_text(claim) != "-" for claim in claims)
    header = ["claim", "value", "accepted", "verdict", *(["read"] if readings else [])]
    header += (["theory"] if theory else []) + (["alone"] if alone else [])
    rows = []
    for claim in claims:
        row = [
            f"{_anchored(claim)}: {claim.statement}",
            value_text(claim),
            str(claim.accept),
            _emphasized(claim) + _lacking(claim),
            *([readings[claim.id].reading if claim.id in readings else ""] if readings else []),
        ]
        row += ["<br>".join(theory_lines(claim)) or "-"] if theory else []
        row += [alone_text(claim)] if alone else []
        rows.append(row)
    return markdown_table(header, rows)


def _short_table(claims: Sequence[OfficialClaim]) -> str:
    return markdown_table(
        ["id", "statement", "value", "accepted", "verdict"],
        (
            [
                _anchored(claim),
                claim.statement,
                value_text(claim),
                str(claim.accept),
                _emphasized(claim),
            ]
            for claim in claims
        ),
    )


def _emphasized(claim: OfficialClaim) -> str:
    text = verdict_text(claim)
    return text if claim.verdict == "holds" else f"**{text}**"


def _lacking(claim: OfficialClaim) -> str:
    """Return what no world has shown of a claim."""
    return f"<br>{claim.lacks}" if claim.lacks else ""


def _anchored(claim: OfficialClaim) -> str:
    return f'<a id="{claim.id}"></a>[`{short_name(claim)}`](#{claim.id})'


def _why(claims: Sequence[OfficialClaim]) -> str:
    return "\n".join(
        f"- `{short_name(claim)}` {claim.verdict}: {' '.join(claim.why.split())}"
        for claim in claims
        if claim.why
    )


def _origins(
    short: str,
    result: Result | None,
    claims: Sequence[OfficialClaim],
    readings: Mapping[str, ClaimReading],
) -> str:
    """Return, folded away, what each claim rests on."""
    rows = [
        [
            f"`{short_name(claim)}`",
            f"{claim.source}{_reading(readings.get(claim.id))}",
            ", ".join(f"[{test}](../claims.md#{test})" for test in claim.tests) or "none",
            _metric(short, result, claim),
            f"{claim.origin}: {claim.band}{_margin(claim)}",
            _registered(claim),
        ]
        for claim in claims
    ]
    table = markdown_table(["claim", "source", "tests", "metric", "band", "registered"], rows)
    return f"<details><summary>What these rest on</summary>\n\n{table}\n\n</details>"


def _reading(entry: ClaimReading | None) -> str:
    """Return the document's words that a claim is about, and what is ours about it."""
    if entry is None:
        return ""
    parts = [f'"{entry.quote}"'] if entry.quote else []
    parts += [f"{entry.reading}: {entry.why}"] if entry.why else []
    parts += [f"a second reader: {entry.second}"] if entry.second else []
    return f"<br>{'; '.join(parts)}" if parts else ""


def _margin(claim: OfficialClaim) -> str:
    return f" Margin to theory {claim.margin:.0%}: {claim.margin_reason}" * bool(
        claim.margin_reason
    )


def _metric(short: str, result: Result | None, claim: OfficialClaim) -> str:
    metric = claim.metric.partition(".")[2]
    defined = result.name_of_definition(metric) if result and result.section else None
    if defined is None:
        return f"`{metric}`"
    return f"[`{metric}`](results.md#{anchor(short, defined)})"


def _registered(claim: OfficialClaim) -> str:
    first, last = claim.registered.first, claim.registered.last
    if first is None:
        return "not yet"
    return first[:7] if last in (None, first) else f"{first[:7]}, changed {str(last)[:7]}"
