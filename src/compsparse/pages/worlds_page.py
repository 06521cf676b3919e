"""The generated page ``docs/worlds.md``."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import pandas as pd

from compsparse.claims.table import markdown_table
from compsparse.pages.worlds_summary import by_world, failing
from compsparse.verdicts.official_claim import OfficialClaim
from compsparse.verdicts.tables import in_worlds
from workflow_engine.configuration.worlds import Worlds
from workflow_engine.provenance.record import carried_over

_INTRODUCTION = """# Worlds

Generated from `results/<study>/claims.json` and `workflow/worlds/<study>.yaml`; do not edit.

A claim that nothing could refute is empty, and so is a failure that nothing could repair. Most
worlds remove one structure that the documents' statements rest on; others give a failing claim what
it lacks. Everything else stays the same: `snakemake worlds` evaluates every study there with
the same measurements and judges the claims by the same bands. Only *fails* and *holds* count: a
claim that becomes undecided, or cannot be measured, was not refuted. Which claims should fail or
hold was committed before the run that counts. A failing claim that holds in no world is *not shown
able to hold*.

A claim that fails in no world, and neither at any root seed nor pooled, becomes a check by rule, or
lacks a world. A claim that holds in a world where it should have failed is a finding: its statement
rests on less than it says. Checks and regression bounds are in the files, not here. Worlds leave
out expensive results in which no claim should fail.

The world `identity` goes through the same code and changes nothing. It must reproduce every number
of the run; otherwise nothing is written.

A world runs in `results/.scratch/<scale>-world-<study>-<name>`, which is untracked, and reuses from
the run whatever it does not touch. Its record covers the parameters, code and environment of every
step; when one of them changes, the audit says so, the next run moves the record to the trash, and
`snakemake worlds` makes it again. Editing a claim repeats nothing.

`workflow/worlds/<study>.yaml` says what each world takes away or gives; the site (`make site`) says
what came of each claim there."""

Claims = Sequence[OfficialClaim]
NOT_TRIED = "not tried with the present results"


def worlds_page(
    studies: Mapping[str, Claims],
    worlds: Mapping[str, Worlds],
    carried: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """Return the page: how many claims of each study a world refutes.

    Args:
        studies: the official claims by study, in the order of the page.
        worlds: the worlds of each study that has some.
        carried: how often each study's measurements were carried over a change of code.
    """
    tables = {study: in_worlds(c) for study, c in studies.items() if any(i.worlds for i in c)}
    parts = [_INTRODUCTION, "## Summary", _summary(studies, worlds, tables)]
    parts += [carried_over(carried)] if any(carried.values()) else []
    return "\n\n".join(parts) + "\n"


def evidence_ids(claims: Iterable[OfficialClaim]) -> list[str]:
    """Return the ids of claims that are evidence."""
    return [claim.id for claim in claims if claim.is_evidence]


def _summary(
    studies: Mapping[str, Claims],
    worlds: Mapping[str, Worlds],
    tables: Mapping[str, pd.DataFrame],
) -> str:
    rows = []
    for study, claims in studies.items():
        if study not in tables:
            number = str(len(worlds[study].worlds)) if study in worlds else "none"
            rows.append([study, number, NOT_TRIED if study in worlds else "-", *"-----"])
            continue
        ids, table = evidence_ids(claims), tables[study]
        found = by_world(table, ids)
        by_verdict = {
            verdict: [c.lacks for c in claims if c.is_evidence and c.verdict == verdict]
            for verdict in ("holds", "fails")
        }
        rows.append(
            [
                study,
                str(len(found)),
                f"{len(failing(table) & set(ids))} of {len(ids)}",
                *(f"{lacks.count('')} of {len(lacks)}" for lacks in by_verdict.values()),
                rightly(
                    sum(len(world.as_expected) for world in found),
                    sum(len(world.spared) for world in found),
                ),
                rightly(
                    sum(len(world.held) for world in found),
                    sum(len(world.not_held) for world in found),
                ),
                str(sum(len(world.unexpected) for world in found)),
            ]
        )
    header = ["study", "worlds", "claims that fail in one at least"]
    header += ["of those that hold, shown able to fail", "of those that fail, shown able to hold"]
    header += ["expected to fail, and do", "expected to hold, and do", "fail unexpectedly"]
    counts = (
        "*Hold* and *failing* are official verdicts. The last three columns count pairs of claim "
        "and world."
    )
    return f"{markdown_table(header, rows)}\n\n{counts}"


def rightly(right: int, wrong: int) -> str:
    """Return ``3 of 4``."""
    return f"{right} of {right + wrong}"
