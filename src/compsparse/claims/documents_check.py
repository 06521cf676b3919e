"""Coverage: does every entry of the documents have an owner, and every finished one a result?"""

import difflib
from collections.abc import Iterable, Iterator, Mapping

from compsparse.claims.documents import OUT_OF_SCOPE, Documents, Entry
from compsparse.claims.registry import Claim, Registry


def uncovered(documents: Documents, registries: Iterable[Registry]) -> list[str]:
    """Return one sentence per gap between the documents and the studies' registries.

    A gap is: an entry without owner, with an owner that is not allowed, or out of scope without
    reason; an entry of a finished study without result; a result that no registry has; a result
    of a registry that no entry names; a finished study that is unknown or has no registry; a claim
    that tests no entry, or one that is unknown or out of scope.
    """
    registries = list(registries)
    results = {result: registry.study for registry in registries for result in registry.by_id}
    entries = [entry for document in documents.documents for entry in document.entries]
    named = {result for entry in entries for result in entry.results}
    studies = {registry.study for registry in registries}
    owners = list(dict.fromkeys((*documents.finished, *sorted(studies), *documents.planned)))
    gaps = [gap for entry in entries for gap in _gaps(entry, owners, documents.finished, results)]
    gaps += [
        f"The result {result!r} of study {study!r} is named by no entry of the documents; add it "
        "to the entry that it reproduces."
        for result, study in results.items()
        if result not in named
    ]
    gaps += [
        f"finished names {study!r}, which has no claims file; allowed: "
        f"{', '.join(sorted(studies)) or 'none yet'}. Correct it, or write its claims file."
        for study in documents.finished
        if study not in studies
    ]
    by_id = {entry.id: entry for entry in entries}
    for registry in registries:
        for claim in registry.claims:
            gaps += _untested(claim, by_id)
    return gaps


def _untested(claim: Claim, entries: Mapping[str, Entry]) -> Iterator[str]:
    """Say where a claim bears on no statement that counts."""
    if claim.role == "claim" and not claim.tests:
        yield (
            f"The claim {claim.id!r} tests no entry of the documents; name in `tests` the entries "
            "that its verdict speaks about."
        )
    for name in claim.tests:
        if name not in entries:
            close = difflib.get_close_matches(name, entries, n=1)
            question = f" Did you mean {close[0]!r}?" if close else ""
            yield f"The {claim.role} {claim.id!r} tests {name!r}, which is no entry.{question}"
        elif entries[name].owner == OUT_OF_SCOPE:
            yield (
                f"The {claim.role} {claim.id!r} tests {name!r}, which is out of scope and not "
                "counted; name another entry, or give this one an owner."
            )


def _gaps(
    entry: Entry, owners: list[str], finished: list[str], results: dict[str, str]
) -> list[str]:
    """Return the gaps of one entry."""
    gaps = []
    allowed = f"allowed: {', '.join([*owners, OUT_OF_SCOPE])}"
    if not entry.owner:
        gaps.append(f"Entry {entry.id!r} has no owner; {allowed}.")
    elif entry.owner not in (*owners, OUT_OF_SCOPE):
        gaps.append(f"Entry {entry.id!r} has the owner {entry.owner!r}; {allowed}.")
    if entry.owner == OUT_OF_SCOPE and not entry.reason:
        gaps.append(f"Entry {entry.id!r} is out of scope without a reason; give one.")
    if entry.owner in finished and not entry.results:
        gaps.append(
            f"Entry {entry.id!r} belongs to the finished study {entry.owner!r} but names no "
            "result; name one, or put it out of scope with a reason."
        )
    gaps += [
        f"Entry {entry.id!r} names the result {result!r}, which no claims file has; correct it, "
        "or list the result in its study's claims file."
        for result in entry.results
        if result not in results
    ]
    return gaps
