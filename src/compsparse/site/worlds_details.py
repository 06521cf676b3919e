"""What the site adds to the page on worlds: what came of each claim in each world."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from compsparse.claims.table import markdown_table
from compsparse.pages.worlds_page import NOT_TRIED, Claims, evidence_ids, rightly
from compsparse.pages.worlds_summary import InWorld, by_world, other_worlds
from compsparse.verdicts.tables import in_worlds
from workflow_engine.configuration.worlds import Worlds


def worlds_details(studies: Mapping[str, Claims], worlds: Mapping[str, Worlds]) -> str:
    """Return a section for each study that has worlds.

    Args:
        studies: the official claims by study, in the order of the page.
        worlds: the worlds of each study that has some.
    """
    parts = []
    for study, claims in studies.items():
        if study in worlds:
            tried = any(claim.worlds for claim in claims)
            parts.append(f"## {study}")
            parts += _of_study(study, claims, worlds[study], in_worlds(claims) if tried else None)
            parts += _without_control(study, claims) if tried else []
    return "\n\n".join(parts) + "\n"


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
        return [markdown_table(header, listed), f"The study was {NOT_TRIED}."]
    ids = evidence_ids(claims)
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
            rightly(len(world.held), len(world.not_held)),
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
