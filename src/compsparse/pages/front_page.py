"""The generated page ``docs/verdicts.md``: verdicts counted, and the rules behind them."""

from collections.abc import Mapping
from itertools import chain

from compsparse.claims.documents import Documents
from compsparse.claims.tally import Tally
from compsparse.pages.readme_block import statements_table, study_line
from compsparse.verdicts.headlines import differing
from compsparse.verdicts.official import Verdicts, all_statements, without_pooled

_INTRODUCTION = """\
# Statements and their verdicts

Generated from the verdicts in `results/<study>`; do not edit. [Evidence](evidence.md) explains how
they are reached. Every claim with its interval, band and reason: `compsparse claims STUDY`, or the
site that `make site` builds; what did not hold: `compsparse claims --verdict fails`.

A statement is a figure, theorem, remark, method or similar entry of a document. Claims name the
statements they test and could have come out otherwise; checks follow from definitions, arithmetic
or construction. Each claim reads its document in one way: *printed* (what it says, by its own
measure, sign or number), *controlled* (the same with a control that it lacks: equal error or
budget, a least difference, a sharper quantity) or *beyond* (our own question). So a statement has
two verdicts, as printed and under control, each derived by rule from the claims of that reading;
claims beyond the document count for neither:

1. *Holds*: all claims that test it hold. *Holds in part*: some hold and others fail or are
   undecided, or all hold but measure only a part of the statement. *Fails*: none holds and at
   least one fails. *Undecided*: none holds and none fails.
2. Claims that are not testable at this scale are set aside; if all are, so is the statement: *not
   testable at this scale*.
3. *By construction*: only checks bear on it, and they hold. No other outcome was possible, so it
   is not a finding.
4. *Not tested as printed*: claims bear on it, but none by the document's own measure.
5. *Not built*: no claim or check bears on it, or its study does not exist yet.
"""


def front_page(verdicts: Mapping[str, Verdicts], documents: Documents | None = None) -> str:
    """Return the page.

    Args:
        verdicts: the official ones by study, in the order of the page.
        documents: the documents' entries and their owners; None leaves statements out.
    """
    statements = all_statements(documents, verdicts) if documents else []
    parts = [_INTRODUCTION.rstrip(), "## Statements"]
    parts += [statements_table(statements)] if statements else []
    parts += ["## Claims", "\n".join(study_line(*item) for item in verdicts.items())]
    parts += [without_pooled(verdicts), _chance(verdicts), _missed(verdicts)]
    parts.append(differing({study: of_study.headlines for study, of_study in verdicts.items()}))
    return "\n\n".join(part for part in parts if part) + "\n"


def _chance(verdicts: Mapping[str, Verdicts]) -> str:
    tally = Tally.of(chain.from_iterable(of_study.claims for of_study in verdicts.values()))
    if not tally.intervals:
        return "No verdict rests on an interval, so none is expected to be wrong by chance."
    rest = "verdict rests" if tally.intervals == 1 else "verdicts rest"
    return (
        f"{tally.intervals} {rest} on a 95 % interval. An interval misses the true value in "
        f"5 % of all repetitions, so at most {tally.expected_wrong:.2g} of these verdicts are "
        "expected to be wrong by chance alone. Exact claims are not subject to chance."
    )


def _missed(verdicts: Mapping[str, Verdicts]) -> str:
    """Say how many claims theory's number differs from, whatever their own band says."""
    held = [
        [number for number in (claim.finite_size, claim.asymptotic) if number]
        for of_study in verdicts.values()
        for claim in of_study.claims
        if claim.is_evidence and (claim.finite_size or claim.asymptotic)
    ]
    missed = sum(any(number.verdict == "differs" for number in numbers) for numbers in held)
    excluded = sum(any(number.excluded for number in numbers) for numbers in held) - missed
    return (
        f"Of {len(held)} claims with a number of theory {missed} differ from one by more than its "
        "margin, with the whole interval; a claim's own band may allow that, for the reason it "
        f"gives. In {excluded} others the interval excludes a number within the margin."
    ) * bool(held)
