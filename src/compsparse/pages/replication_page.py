"""The generated page ``docs/replication.md``."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from compsparse.claims.table import markdown_table, value_text
from compsparse.pages.replication_summary import DECIDED, REQUIRED, Share, shares
from compsparse.verdicts.official_claim import Found, OfficialClaim
from workflow_engine.provenance.record import carried_over

_INTRODUCTION = f"""# Replication

Generated from `results/<study>/claims.json`; do not edit.

`snakemake replication` repeats every study at the root seeds in `replication.root_seeds` of
params.yaml: with other data, graphs, initial networks and orders, and with whatever `replication`
in `workflow/scales/<study>.yaml` adds, such as more replicates. Each claim's verdict there is
compared with the run's. Then the replicates of all these root seeds are judged as one sample, which
gives the *pooled* verdict. `tables/replication` keeps every replicate's value, and
`compsparse claims STUDY` says at how many root seeds each claim holds alone.

Target: the same verdict for {REQUIRED["exact"]:.0%} of all pairs of exact claim and seed and for
at least {REQUIRED["statistical"]:.0%} of all pairs of statistical claim and seed, not counting
claims that are not testable at this scale.

A repetition runs in `results/.scratch/<scale>-seed<N>`, which is untracked. Its record covers the
parameters, code and environment of every step behind a measurement; when one of them changes, the
audit says so, the next run moves the record to the trash, and `snakemake replication` makes it
again. Editing a claim repeats nothing."""


Claims = Sequence[OfficialClaim]


def replication_page(
    studies: Mapping[str, Claims], carried: Mapping[str, int] = MappingProxyType({})
) -> str:
    """Return the page: how many verdicts are unchanged, decided, and turned at the hold-out.

    Args:
        studies: the official claims by study, in the order of the page.
        carried: how often each study's measurements were carried over a change of code.
    """
    repeated = {study: claims for study, claims in studies.items() if _is_pooled(claims)}
    parts = [_INTRODUCTION, "## Summary", _summary(studies)]
    parts += [carried_over(carried)] if any(carried.values()) else []
    if repeated:
        parts += ["## What pooling should decide", _foreseen(repeated)]
        parts += ["## What root seeds decide together", _decided(repeated)]
    if any(claim.hold_out for claims in studies.values() for claim in claims):
        parts += ["## The hold-out root seed", _held_out(studies)]
    return "\n\n".join(parts) + "\n"


def _is_pooled(claims: Iterable[OfficialClaim]) -> bool:
    return any(claim.pooled for claim in claims)


def _summary(studies: Mapping[str, Claims]) -> str:
    kinds = [f"{kind} verdicts unchanged" for kind in REQUIRED]
    rows = []
    for study, claims in studies.items():
        if not _is_pooled(claims):
            rows.append([study, "not replicated with the present results", *("-" for _ in kinds)])
            continue
        seeds = sorted({seed for claim in claims for seed in claim.others})
        rows.append([study, ", ".join(map(str, seeds)), *map(_in_words, shares(claims))])
    table = markdown_table(["study", "root seeds", *kinds], rows)
    every = [claim for claims in studies.values() for claim in claims]
    if not _is_pooled(every):
        return table
    verdicts = "; ".join(
        f"{share.kind} claims: {_in_words(share)}" + (", too few" if not share.suffices else "")
        for share in shares(every)
    )
    return f"{table}\n\nOver all replicated studies: {verdicts}."


def _foreseen(studies: Mapping[str, Claims]) -> str:
    rows = []
    for study, claims in studies.items():
        known = [claim for claim in claims if claim.foreseen is not None]
        open_still = [claim.id for claim in known if claim.foreseen == "undecided"]
        share = f"{1 - len(open_still) / len(known):.1%}" if known else "none testable"
        rows.append([study, str(len(known)), share, ", ".join(open_still) or "none"])
    header = ["study", "statistical claims and checks", "should be decided", "should stay open"]
    return (
        "From the spread of the replicates at the run's own root seed, as if each of the root "
        "seeds that are pooled had the same. A run is to have as many replicates that "
        f"{DECIDED:.0%} are decided; none is added once they are pooled.\n\n"
        + markdown_table(header, rows)
    )


def _decided(studies: Mapping[str, Claims]) -> str:
    """Return how many statistical claims the replicates of all root seeds decide."""
    rows = []
    for study, claims in studies.items():
        judged = [c for c in claims if c.kind == "statistical" and c.verdict != "not testable"]
        counts = [sum(c.verdict == v for c in judged) for v in ("holds", "fails", "undecided")]
        decided = f"{1 - counts[-1] / len(judged):.1%}" if judged else "none testable"
        partly = sum(c.verdict == "holds" and c.holds_at < len(c.root_seeds) for c in judged)
        differing = sum(c.differs for c in judged)
        rows.append([study, *map(str, counts), decided, str(partly), str(differing)])
    header = ["study", "holds", "fails", "undecided", "decided", "holds, but not at each root seed"]
    return "Statistical claims and checks by their pooled verdict.\n\n" + markdown_table(
        [*header, "differs from the run's"], rows
    )


def _held_out(studies: Mapping[str, Claims]) -> str:
    """Return how official verdicts stand at the root seed that decided none of them."""
    seeds, rows, flips = set[int](), [], []
    for study, claims in studies.items():
        pairs = [(c, seed, found) for c in claims for seed, found in c.hold_out.items()]
        seeds |= {seed for _, seed, _ in pairs}
        both = [p for p in pairs if {p[0].verdict, p[2].verdict} <= {"holds", "fails"}]
        turned = [p for p in both if p[0].verdict != p[2].verdict]
        flips += turned
        if pairs:
            same = sum(claim.verdict == found.verdict for claim, _, found in pairs)
            rows.append([study, *map(str, (len(pairs), same, len(both), len(turned)))])
    listed = ", ".join(map(str, sorted(seeds)))
    table = markdown_table(
        ["study", "claims and checks", "same verdict", "decided by both", "holds against fails"],
        rows,
    )
    text = (
        f"No verdict uses root seed {listed} (`replication.hold_out` of params.yaml). A single one "
        f"has fewer replicates than those that decide, so more stays undecided.\n\n{table}"
    )
    if not flips:
        return f"{text}\n\nNo verdict turned from holds to fails or from fails to holds."
    listed_flips = [
        [
            claim.statement,
            claim.id,
            str(claim.accept),
            claim.verdict,
            value_text(claim),
            found.verdict,
            _measured(claim, found),
        ]
        for claim, _, found in flips
    ]
    header = ["claim", "id", "accept", "official", "value", "there", "value there"]
    return f"{text}\n\n{markdown_table(header, listed_flips)}"


def _in_words(share: Share) -> str:
    if share.value is None:
        return "none testable"
    return f"{share.same} of {share.pairs} ({share.value:.1%})"


def _measured(claim: OfficialClaim, found: Found) -> str:
    if found.value is None:
        return "-"
    if claim.kind == "exact":
        return f"{found.value:.4g}"
    return f"{found.value:.4g} [{found.low:.4g}, {found.high:.4g}], n = {found.seeds}"
