"""What is expected of a study's worlds, held against its claims file."""

from pathlib import Path
from typing import Literal

from compsparse.claims.registry import Registry
from compsparse.worlds.errors import WorldsError
from workflow_engine.configuration.worlds import IDENTITY, World, Worlds, read_worlds_file

Expected = Literal["fails", "holds"]


def read_worlds(path: Path, registry: Registry) -> Worlds:
    """Read a study's worlds; what is expected to fail or to hold must be a claim of the study.

    Raises:
        ConfigurationError: the file is not as it must be.
        WorldsError: another study's, or an expectation about what is no claim, or two about one.
    """
    worlds = read_worlds_file(path)
    if worlds.study != registry.study:
        raise WorldsError(
            f"{path}: study has the value {worlds.study!r}, but the claims are those of "
            f"{registry.study!r}. Correct the path."
        )
    roles = {claim.id: claim.role for claim in registry.claims}
    results = {claim.id: claim.result for claim in registry.claims}
    for name, world in worlds.worlds.items():
        for claim, (expected, *more) in _expected(world).items():
            if results.get(claim) in world.leaves_out:
                raise WorldsError(
                    f"{path}: worlds.{name} expects that {claim!r} {expected} and leaves out its "
                    f"result {results[claim]}. Take one of the two out."
                )
            if roles.get(claim) == "claim" and not more:
                continue
            what = "is a check, which no world can break" if claim in roles else "is no claim"
            if more:
                what = f"stands under {more[0]}, too, and is a claim"
            raise WorldsError(
                f"{path}: worlds.{name}.{expected} names {claim!r}, which {what} of the study "
                f"{registry.study}. Allowed: ids of its claims, once. Correct it, or take it out."
            )
    return worlds


def _expected(world: World) -> dict[str, list[Expected]]:
    found: dict[str, list[Expected]] = {}
    for claim in world.fails:
        found.setdefault(claim, []).append("fails")
    for claim in world.holds:
        found.setdefault(claim, []).append("holds")
    return found


def expectations(worlds: Worlds) -> dict[str, dict[str, Expected]]:
    """Return what is expected of claims, by world, in the order of the file."""
    expected = {
        name: {claim: first for claim, (first, *_) in _expected(world).items()}
        for name, world in worlds.worlds.items()
    }
    return {IDENTITY: {}, **expected}
