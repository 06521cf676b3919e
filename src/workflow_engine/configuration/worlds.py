"""The worlds of a study, ``workflow/worlds/<study>.yaml``: each takes away or gives one thing.

A world that takes a structure away is a value of the study's parameter ``world``, and what else is
set so that it stays affordable. One that gives what a failing claim lacks may be made by settings
alone. Which claims are expected to fail or to hold in it stands there too, before any run.
"""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.values import Distinct
from workflow_engine.validation.strict_model import StrictModel, Text
from workflow_engine.validation.strict_yaml import read_strict_yaml

FOLDER = "workflow/worlds"
PARAMETER = "world"  # of every study that has worlds
NONE = "none"  # its value in ordinary runs
IDENTITY = "identity"  # touches what worlds touch and changes nothing; always run

WorldName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)*$")]


class World(StrictModel):
    """A world.

    Attributes:
        takes_away: which structure, and how, in a sentence.
        gives: in place of it, what claims lack that fail in the run; by ``set`` alone, so that the
            study's parameter ``world`` stays as it is.
        set: values of the study's section, by their keys with dots; they hold in this world only.
        fails: ids of the claims that are expected to fail.
        holds: ids of the claims that fail in the run and are expected to hold.
        leaves_out: ids of results that are not evaluated: they cost more than they would tell.
    """

    takes_away: Text = ""
    gives: Text = ""
    set: dict[Key, Any] = Field(default_factory=dict)
    fails: Annotated[list[Text], Distinct] = Field(default_factory=list)
    holds: Annotated[list[Text], Distinct] = Field(default_factory=list)
    leaves_out: Annotated[list[Text], Distinct] = Field(default_factory=list)

    @property
    def what(self) -> str:
        """What it takes away or gives, in a sentence."""
        return self.takes_away or f"Gives {self.gives}"


class Identity(StrictModel):
    """What the world ``identity`` leaves out, which is in every study."""

    leaves_out: Annotated[list[Text], Distinct] = Field(default_factory=list)


class Worlds(StrictModel):
    """The file of a study."""

    study: Text
    worlds: Annotated[dict[WorldName, World], Field(min_length=1)]
    identity: Identity = Field(default_factory=Identity)

    def left_out(self, world: str) -> tuple[str, ...]:
        """Return the results that are not evaluated in a world."""
        chosen = self.identity if world == IDENTITY else self.worlds[world]
        return tuple(chosen.leaves_out)

    def assigned(self, world: str) -> dict[str, Any]:
        """Return all that is set in a world, by keys that begin with the study's name."""
        start = f"{self.study}."
        structure = {f"{start}{PARAMETER}": world}
        if world == IDENTITY:
            return structure
        chosen = self.worlds[world]
        values = {start + key.removeprefix(start): value for key, value in chosen.set.items()}
        return (structure if chosen.takes_away else {}) | values


def worlds_file(study: str) -> str:
    """Return the path of a study's file, relative to the project's root."""
    return f"{FOLDER}/{study}.yaml"


def read_worlds_file(path: Path) -> Worlds:
    """Read a study's file.

    Raises:
        ConfigurationError: file, key, value, what is allowed and what to do.
    """
    found = read_strict_yaml(path, Worlds, ConfigurationError)
    place = worlds_file(path.stem)
    if found.study != path.stem:
        raise ConfigurationError(
            f"{place}: study has the value {found.study!r}; allowed: {path.stem!r}, the file's "
            "name. Rename the file or correct the study."
        )
    for name in (NONE, IDENTITY):
        if name in found.worlds:
            raise ConfigurationError(
                f"{place}: worlds has the key {name!r}, which stands in no file: `none` is no "
                "world, and `identity` is always run. Take it out."
            )
    for name, world in found.worlds.items():
        if bool(world.takes_away) == bool(world.gives) or (world.gives and not world.set):
            raise ConfigurationError(
                f"{place}: worlds.{name} needs one of `takes_away` and `gives`, and with `gives` "
                "values in `set`, which alone make it. Write what it is about under one of them."
            )
        if {PARAMETER, f"{found.study}.{PARAMETER}"} & world.set.keys():
            raise ConfigurationError(
                f"{place}: worlds.{name}.set holds {PARAMETER!r}, which is set to the world's name "
                "anyway. Take it out."
            )
    return found
