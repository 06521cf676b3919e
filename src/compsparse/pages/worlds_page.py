"""The generated page ``docs/worlds.md``."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pandas as pd

from compsparse.claims.table import markdown_table
from compsparse.pages.worlds_summary import (
    InWorld,
    by_world,
    failing,
    other_worlds,
)
from compsparse.verdicts.official_claim import OfficialClaim
from compsparse.verdicts.tables import in_worlds
from workflow_engine.configuration.worlds import Worlds
from workflow_engine.provenance.record import carried_over

_INTRODUCTION = """# Worlds

Generated from `results/<study>/claims.json` and `workflow/worlds/<study>.yaml`; do not edit.

A claim that nothing could refute says nothing, and neither does a failure that nothing could mend.
Most worlds take away one structure the documents' statements rest on; others give a failing claim
what it lacks. Everything else stays the same: `snakemake worlds` evaluates every study there with
the same measurements and judges the claims by the same bands. Only *fails* and *holds* count: a
claim that becomes undecided, or cannot be measured, was not refuted. Which claims should fail or
hold was committed before the run that counts. A failing claim that holds in no world is *not shown
able to hold*.

Claims that fail in no world, nor in the run at any root seed or pooled, are checks by rule, or lack
a world. A claim that holds in a world where it should have failed is a finding: its statement rests
on less than it says. Checks and regression bounds are in the files, not here. A world leaves out
expensive results in which no claim should fail.

The world `identity` goes through the same code and changes nothing. It must reproduce every number
of the run; otherwise nothing is written.

A world runs in `results/.scratch/<scale>-world-<study>-<name>`, which is untracked, and takes over
from the run whatever it does not touch. Its record covers the parameters, code and environment of
every step. When one of them changes, the audit names it, the next run moves it to the trash, and
`snakemake worlds` makes it again. Editing a claim repeats nothing."""

Claims = Sequence[OfficialClaim]
_NOT_TRIED = "not tried with the present results"


def worlds_page(
    studies: Mapping[str, Claims],
    worlds: Mapping[str, Worlds],
    carried: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """Return the page: summary, then what came of each world of each study.

    Args:
        studies: the official claims by study, in the order of the page.
        worlds: the worlds of each study that has some.
        carried: how often each study's measurements were carried over a change of code.
    """
    tables = {study: in_worlds(c) for study, c in studies.items() if any(i.worlds for i in c)}
    parts = [_INTRODUCTION, "## Summary", _summary(studies, worlds, tables)]
    parts += [carried_over(carried)] if any(carried.values()) else []
    for study, claims in studies.items():
        if study in worlds:
            of_study = _of_study(study, claims, worlds[study], tables.get(study))
            if study in tables:
                of_study += _without_control(study, claims)
            parts += [f"## {study}", *of_study]
    return "\n\n".join(parts) + "\n"


def _ids(claims: Iterable[OfficialClaim]) -> list[str]:
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
            rows.append([study, number, _NOT_TRIED if study in worlds else "-", *"-----"])
            continue
        ids, table = _ids(claims), tables[study]
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
                _rightly(
                    sum(len(world.as_expected) for world in found),
                    sum(len(world.spared) for world in found),
                ),
                _rightly(
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


def _rightly(right: int, wrong: int) -> str:
    return f"{right} of {right + wrong}"


def _of_study(
    study: str,
    claims: Claims,
    worlds: Worlds,
    table: pd.DataFrame | None,
) -> list[str]:
    if table is None:
        header = ["world", "takes away or gives", "expected to fail", "expected to hold"]
        listed = [
            [name, world.what, str(len(world.fails)), str(len(world.holds))]
            for name, world in worlds.worlds.items()
        ]
        return [markdown_table(header, listed), f"The study was {_NOT_TRIED}."]
    ids = _ids(claims)
    found = by_world(table, ids)
    parts = [
        _counts(worlds, found),
        f"![Claims by world]({study}/worlds.svg)",
    ]
    shown = table[table["claim"].isin(ids)].to_dict("records")
    by_place = {(row["claim"], row["world"]): row for row in shown}
    for world in found:
        parts += [f"### {study}: {world.name}", worlds.worlds[world.name].what]
        parts += _of_world(world, by_place)
    never = [claim.id for claim in claims if claim.is_evidence and not claim.can_fail]
    parts += [f"### {study}: claims that fail in no world", _never(never, table)]
    return parts


def _without_control(study: str, claims: Claims) -> list[str]:
    """List the failing claims of which no world shows that they could hold."""
    lacking = [c.id for c in claims if c.is_evidence and c.verdict == "fails" and c.lacks]
    title = f"### {study}: failing claims that are not shown able to hold"
    return [title, f"{_listed(lacking)}." if lacking else "None."]


def _counts(worlds: Worlds, found: Sequence[InWorld]) -> str:
    header = [
        "world",
        "takes away or gives",
        "touched",
        "fail",
        "of these expected",
        "hold",
        "undecided",
    ]
    header += ["not measured", "expected to fail, but do not", "expected to hold, and do"]
    rows = [
        [
            world.name,
            worlds.worlds[world.name].what,
            str(len(world.touched)),
            str(len(world.as_expected) + len(world.unexpected)),
            str(len(world.as_expected)),
            str(len(world.holds)),
            str(len(world.undecided)),
            str(len(world.not_measured)),
            str(len(world.spared)),
            _rightly(len(world.held), len(world.not_held)),
        ]
        for world in found
    ]
    return markdown_table(header, rows)


def _of_world(
    world: InWorld, by_place: Mapping[tuple[Hashable, Hashable], Mapping[Hashable, Any]]
) -> list[str]:
    """Say what came of the claims, those that surprise in full."""
    surprising = [(claim, "should have failed") for claim in world.spared]
    surprising += [(claim, "should have held") for claim in world.not_held]
    surprising += [(claim, "fails unexpectedly") for claim in world.unexpected]
    named = {claim for claim, _ in surprising}
    parts = [
        f"{words}: {_listed(claims)}."
        for words, claims in (
            ("Fail as expected", world.as_expected),
            ("Hold as expected", world.held),
            ("Hold all the same", [c for c in world.holds if c not in {*named, *world.held}]),
            ("Undecided", [c for c in world.undecided if c not in named]),
            ("Not measured", [c for c in world.not_measured if c not in named]),
            ("Left out", world.left_out),
        )
        if claims
    ]
    if not surprising:
        return [*parts, "All else is as expected."]
    rows = []
    for claim, what in surprising:
        row = by_place[claim, world.name]
        rows.append([claim, what, str(row["run_verdict"]), str(row["verdict"]), _measured(row)])
    return [*parts, markdown_table(["claim", "what", "in the run", "there", "value there"], rows)]


def _listed(claims: Sequence[str]) -> str:
    return ", ".join(f"`{claim}`" for claim in claims) or "none"


def _measured(row: Mapping[Hashable, Any]) -> str:
    if pd.isna(row["value"]):
        return "-" if pd.isna(row["reason"]) else str(row["reason"])
    apart = "" if pd.isna(row["apart"]) or row["apart"] else ", not apart from the run"
    return f"{row['value']:.4g} [{row['low']:.4g}, {row['high']:.4g}] ({int(row['seeds'])}){apart}"


def _never(never: Sequence[str], table: pd.DataFrame) -> str:
    if not never:
        return "None."
    worlds = other_worlds(table)
    rows = []
    for claim in never:
        here = table[(table["claim"] == claim) & table["world"].isin(worlds)]
        counts = here["verdict"].value_counts()
        words = ", ".join(f"{verdict}: {count}" for verdict, count in sorted(counts.items()))
        rows.append([claim, words])
    return markdown_table(["claim", "worlds, by verdict"], rows)
