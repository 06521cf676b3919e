"""Claims and checks on a result's page: value against band and theory, and what decides it."""

from collections.abc import Sequence
from html import escape

from compsparse.claims.table import value_text
from compsparse.claims.theory import AgainstTheory
from compsparse.pages.claim_words import alone_text, deviation, short_name
from compsparse.site.content import Content, ShownResult
from compsparse.site.forest import forest, pictured
from compsparse.site.html import badge, code, described, link, prose, table
from compsparse.verdicts.official_claim import Found, OfficialClaim

_ORIGINS = {
    "theorem": "as a theorem has it",
    "finite-size": "as calculated for these sizes",
    "document": "for a statement of the document",
    "prototype": "as a regression bound, no evidence for the document",
}


def forest_picture(result: ShownResult) -> str:
    """Return all intervals of a result in one picture; nothing where no claim has one."""
    drawn = pictured(result.claims)
    if not drawn:
        return ""
    title = f"{len(drawn)} claims: each interval against its accepted band"
    named = f'role="img" aria-label="{title}. The claims below have the numbers."'
    picture = forest(drawn).replace("<svg ", f"<svg {named} ", 1)
    left = max(0, 250 - 7 * max(len(short_name(claim)) for claim in drawn))  # names end at 270
    picture = picture.replace('viewBox="0 0 920', f'viewBox="{left} 0 {960 - left}')
    scrolls = f'class="scroll forest" role="region" tabindex="0" aria-label="{title}"'
    return f"<div {scrolls}>{picture}</div>"


def claim_card(content: Content, result: ShownResult, claim: OfficialClaim, above: str) -> str:
    """Return a claim with everything behind its verdict; ``above`` leads to the site's root."""
    reading = content.verdicts[result.study].readings.get(claim.id)
    kind = "check" if claim.role == "check" else reading.reading if reading else claim.role
    tests = ", ".join(link(f"{above}{_statement(test)}", escape(test)) for test in claim.tests)
    metric = claim.metric.partition(".")[2]
    name = result.about.name_of_definition(metric)
    definition = result.about.metrics.get(_several(result, name), "") if name else ""
    facts = [
        ("measured", f"<b>{escape(value_text(claim))}</b>"),
        (
            "accepted",
            f"<b>{escape(str(claim.accept))}</b>, {_ORIGINS[claim.origin]}. {prose(claim.band)}",
        ),
        ("theory at these sizes", _theory(claim.finite_size)),
        ("asymptotic theory", _theory(claim.asymptotic)),
        ("why", prose(claim.why)),
        ("root seeds", _alone(claim)),
        ("worlds", _worlds(claim)),
        ("metric", f"{code(metric)} {prose(definition)}"),
        ("tests", tests),
        (
            "in the document",
            prose(claim.source)
            + (f": “{prose(reading.quote)}”" if reading and reading.quote else ""),
        ),
        ("what is ours", prose(reading.why) if reading and reading.why else ""),
        ("registered", _registered(claim)),
    ]
    return (
        f'<article class="claim" id="{claim.id}"><h3>{badge(claim.verdict)} '
        f'{prose(claim.statement)}</h3><p class="small"><span class="kind">{kind}</span> '
        f"{code(short_name(claim))}</p>{described(facts)}</article>"
    )


def _statement(identifier: str) -> str:
    return f"documents/{identifier[:3]}.html#{identifier}"


def _several(result: ShownResult, name: str) -> str:
    """Return the key of the registry that holds a name, alone or among several."""
    return next((key for key in result.about.metrics if name in key.split(", ")), name)


def _theory(against: AgainstTheory | None) -> str:
    return f"{against.theory:.4g}: {escape(deviation(against))}" if against else ""


def _alone(claim: OfficialClaim) -> str:
    if not claim.pooled:
        return f"root seed {claim.root_seeds[0]} alone decides"
    seeds = ", ".join(map(str, claim.root_seeds))
    text = f"{seeds} decide together"
    if claim.verdict != "not testable":
        text += f"; alone it holds at {alone_text(claim)}"
    for seed, found in claim.hold_out.items():
        text += f"; at the hold-out, {seed}: {found.verdict}"
    return text


def _worlds(claim: OfficialClaim) -> str:
    told = [
        f"{verdict} in {', '.join(map(code, names))}"
        for verdict in ("fails", "holds")
        if (names := claim.where(verdict))
    ]
    return "; ".join(
        [*told, *([f"<b>{claim.lacks}</b>"] if claim.lacks and claim.is_evidence else [])]
    )


def _registered(claim: OfficialClaim) -> str:
    first, last = claim.registered.first, claim.registered.last
    if first is None:
        return ""
    changed = f", changed in {code(str(last)[:7])}" if last not in (None, first) else ""
    return f"commit {code(first[:7])}{changed}"


def seeds_table(claims: Sequence[OfficialClaim]) -> str:
    """Return what each root seed says alone of each claim."""
    seeds = list(
        dict.fromkeys(seed for claim in claims for seed in (*claim.alone, *claim.hold_out))
    )
    rows = [
        [
            code(short_name(claim)),
            *(_found({**claim.alone, **claim.hold_out}.get(s)) for s in seeds),
        ]
        for claim in claims
        if claim.is_evidence
    ]
    names = [f"seed {seed}" for seed in seeds]
    caption = "Each claim at each root seed alone; figure and table show the first"
    return table(caption, ["claim", *names], rows) if rows and len(seeds) > 1 else ""


def _found(found: Found | None) -> str:
    if found is None:
        return "-"
    value = "" if found.value is None else f" {found.value:.4g}"
    return f"{badge(found.verdict)}{value}"


def worlds_table(content: Content, result: ShownResult) -> str:
    """Return the worlds in which the result was measured, with what came of its claims."""
    of_study = content.worlds.get(result.study)
    claims = [claim for claim in result.claims if claim.is_evidence and claim.worlds]
    if of_study is None or not claims:
        return ""
    rows = []
    for name, world in of_study.worlds.items():
        cells = []
        for verdict in ("fails", "holds", "undecided"):
            there = [c for c in claims if name in c.worlds and c.worlds[name].verdict == verdict]
            cells.append("<br>".join(_expected(claim, name) for claim in there))
        if any(cells):
            rows.append([code(name), prose(world.what), *cells])
    caption = (
        "Claims in worlds with one structure removed or added; expectations were named beforehand"
    )
    header = ["world", "what it takes away or gives", "fails", "holds", "undecided"]
    return table(caption, header, rows) if rows else ""


def _expected(claim: OfficialClaim, world: str) -> str:
    found = claim.worlds[world]
    if found.expected is None:
        return code(short_name(claim))
    right = found.expected == found.verdict
    words = "as expected" if right else f"expected: {found.expected}"
    return f"{code(short_name(claim))} ({words})"
