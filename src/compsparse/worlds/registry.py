"""What is expected of a study's worlds, held against its claims file."""

from pathlib import Path

from compsparse.claims.registry import Registry
from compsparse.worlds.errors import WorldsError
from workflow_engine.configuration.worlds import IDENTITY, Worlds, read_worlds_file


def read_worlds(path: Path, registry: Registry) -> Worlds:
    """Read a study's worlds; what is expected to fail must be a claim of the study.

    Raises:
        ConfigurationError: the file is not as it must be.
        WorldsError: another study's, or an expectation about what is no claim.
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
        for claim in world.fails:
            if results.get(claim) in world.leaves_out:
                raise WorldsError(
                    f"{path}: worlds.{name} expects that {claim!r} fails and leaves out its result "
                    f"{results[claim]}. Take one of the two out."
                )
            if roles.get(claim) == "claim":
                continue
            what = "is a check, which no world can break" if claim in roles else "is no claim"
            raise WorldsError(
                f"{path}: worlds.{name}.fails names {claim!r}, which {what} of the study "
                f"{registry.study}. Allowed: ids of its claims. Correct it, or take it out."
            )
    return worlds


def expectations(worlds: Worlds) -> dict[str, frozenset[str]]:
    """Return the claims that are expected to fail, by world, in the order of the table."""
    expected = {name: frozenset(world.fails) for name, world in worlds.worlds.items()}
    return {IDENTITY: frozenset(), **expected}
