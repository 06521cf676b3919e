"""Which claims can fail: what the table of a study's worlds says of each."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import pandas as pd

from compsparse.claims.registry import Claim
from compsparse.worlds.comparison import LEFT_OUT, NOT_TOUCHED
from workflow_engine.configuration.worlds import IDENTITY


@dataclass(frozen=True)
class InWorld:
    """Ids of a study's claims by what came of them in one world, in the table's order.

    Attributes:
        as_expected, unexpected: those that fail.
        spared: those that were expected to fail and do not.
        holds: all that hold.
        touched: all that the world could have changed and that was evaluated.
        left_out: all that was not evaluated, to save the time.
    """

    name: str
    as_expected: list[str]
    unexpected: list[str]
    spared: list[str]
    holds: list[str]
    undecided: list[str]
    not_measured: list[str]
    touched: list[str]
    left_out: list[str]


def evidence(claims: Iterable[Claim]) -> list[Claim]:
    """Return the claims that speak about the document: those that must be able to fail."""
    return [claim for claim in claims if claim.role == "claim" and claim.origin != "prototype"]


def other_worlds(table: pd.DataFrame) -> list[str]:
    """Return the worlds that take something away, in the table's order."""
    return [name for name in table["world"].unique() if name != IDENTITY]


def by_world(table: pd.DataFrame, claims: Iterable[str]) -> list[InWorld]:
    """Return what came of some claims in every world that takes something away."""
    rows = table[table["claim"].isin(list(claims))]
    found = []
    for name in other_worlds(table):
        here = rows[rows["world"] == name]

        def ids(chosen: "pd.Series[bool]", here: pd.DataFrame = here) -> list[str]:
            return [str(claim) for claim in here["claim"][chosen]]

        fails, expected = here["verdict"] == "fails", here["expected"].astype(bool)
        found.append(
            InWorld(
                name=name,
                as_expected=ids(fails & expected),
                unexpected=ids(fails & ~expected),
                spared=ids(~fails & expected),
                holds=ids(here["verdict"] == "holds"),
                undecided=ids(here["verdict"] == "undecided"),
                not_measured=ids(here["verdict"] == "not measured"),
                touched=ids(~here["verdict"].isin([NOT_TOUCHED, LEFT_OUT])),
                left_out=ids(here["verdict"] == LEFT_OUT),
            )
        )
    return found


@dataclass(frozen=True)
class BothWays:
    """The worlds in which a claim came out as it might: a verdict that nothing turns says nothing.

    Attributes:
        fails_in: worlds in which it fails.
        holds_in: worlds in which it holds.
    """

    fails_in: tuple[str, ...]
    holds_in: tuple[str, ...]

    def lacks(self, verdict: str) -> str:
        """Return what no world has shown of a claim with this verdict, or nothing."""
        if verdict == "fails" and not self.holds_in:
            return "not shown able to hold"
        if verdict == "holds" and not self.fails_in:
            return "not shown able to fail"
        return ""


def both_ways(table: pd.DataFrame) -> dict[str, BothWays]:
    """Return in which worlds each claim fails and holds, the identity left out."""
    rows = table[table["world"] != IDENTITY]

    def where(claim: object, verdict: str) -> tuple[str, ...]:
        chosen = (rows["claim"] == claim) & (rows["verdict"] == verdict)
        return tuple(map(str, rows["world"][chosen]))

    return {
        str(claim): BothWays(where(claim, "fails"), where(claim, "holds"))
        for claim in table["claim"].unique()
    }


def failing(table: pd.DataFrame) -> set[str]:
    """Return what fails in at least one world that takes something away."""
    there = (table["verdict"] == "fails") & (table["world"] != IDENTITY)
    return set(table["claim"][there])


def never_failing(
    table: pd.DataFrame, claims: Iterable[str], refuted: Collection[str] = ()
) -> list[str]:
    """Return the claims that fail neither in the run nor in any world: checks by rule.

    What is not testable at the scale of the run was not tried; ``refuted`` failed at another root
    seed.
    """
    rows = table[
        (table["verdict"] == "fails") | table["base_verdict"].isin(["fails", "not testable"])
    ]
    known = set(rows["claim"])
    return [claim for claim in claims if claim not in known and claim not in refuted]


def refuted_in(replication: pd.DataFrame) -> set[str]:
    """Return what fails at one root seed at least, of a table of replication."""
    return set(replication["claim"][replication["verdict"] == "fails"])
