"""The file of a study's worlds, and the settings in each of them."""

from pathlib import Path
from typing import Literal

import pytest

from workflow_engine.configuration import load as module
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.configuration.worlds import read_worlds_file
from workflow_engine.validation.strict_model import StrictModel

PARAMS = """\
scale: default
root_seed: 0
numerics: portable
studies: [toy]

toy: {world: none, train: {rate: 0.5, steps: 3}}
"""
WORLDS = """\
study: toy
worlds:
  flat:
    takes_away: The slope.
    set: {train.steps: 2, toy.train.rate: 0.25}
    fails: [toy_curve_slope]
"""


class Train(StrictModel):
    rate: float
    steps: int


class WithoutWorld(StrictModel):
    train: Train


class Toy(WithoutWorld):
    world: Literal["none", "identity", "flat"]


def written(folder: Path, text: str = WORLDS) -> Path:
    """Write the file where it belongs."""
    path = folder / "workflow/worlds/toy.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def loaded(folder: Path, **overrides: str) -> Configuration:
    """Load params.yaml of the toy study."""
    (folder / "params.yaml").write_text(PARAMS)
    return load(folder / "params.yaml", overrides)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(module, "settings_model", lambda study: Toy)
    return tmp_path


def test_a_world_that_gives_is_made_by_settings_alone(toy: Path) -> None:
    more = "  more: {gives: steps, set: {train.steps: 9}}\n"
    written(toy, WORLDS + more)
    found = loaded(toy).worlds["toy"]
    assert list(found) == ["identity", "flat", "more"]
    assert found["more"].settings.model_dump() == {
        "world": "none",
        "train": {"rate": 0.5, "steps": 9},
    }
    assert found["more"].assigned == {"toy.train.steps": 9}


@pytest.mark.parametrize("wrong", ["{gives: steps}", "{holds: [a]}", "{gives: a, takes_away: b}"])
def test_a_world_takes_away_or_gives(toy: Path, wrong: str) -> None:
    with pytest.raises(ConfigurationError, match="needs one of `takes_away` and `gives`"):
        read_worlds_file(written(toy, f"{WORLDS}  more: {wrong}\n"))


def test_a_study_without_a_file_has_no_worlds(toy: Path) -> None:
    assert loaded(toy).worlds == {}


def test_each_world_has_settings_of_its_own_and_the_identity_comes_first(toy: Path) -> None:
    written(toy)
    configuration = loaded(toy)
    worlds = configuration.worlds["toy"]
    assert list(worlds) == ["identity", "flat"]
    assert worlds["identity"].assigned == {"toy.world": "identity"}
    assert worlds["flat"].assigned == {
        "toy.train.rate": 0.25,
        "toy.train.steps": 2,
        "toy.world": "flat",
    }
    assert worlds["flat"].settings == Toy(world="flat", train=Train(rate=0.25, steps=2))
    assert configuration.settings["toy"] == Toy(world="none", train=Train(rate=0.5, steps=3))


def test_what_is_set_for_the_run_holds_in_its_worlds_too(toy: Path) -> None:
    written(toy)
    configuration = loaded(toy, set="toy.train.steps=7 toy.train.rate=0.75")
    identity, flat = configuration.worlds["toy"].values()
    assert identity.settings == Toy(world="identity", train=Train(rate=0.75, steps=7))
    assert flat.settings == Toy(world="flat", train=Train(rate=0.25, steps=2))


def test_a_run_in_a_world_has_no_worlds(toy: Path) -> None:
    written(toy)
    assert loaded(toy, set="toy.world=flat").worlds == {}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("study: toy", "study: other", "study has the value 'other'; allowed: 'toy'"),
        ("  flat:", "  none:", "worlds has the key 'none'"),
        ("  flat:", "  identity:", "worlds has the key 'identity'"),
        ("train.steps: 2", "world: flat", "worlds.flat.set holds 'world'"),
        ("train.steps: 2", "toy.world: flat", "worlds.flat.set holds 'world'"),
        ("takes_away", "takes", "takes"),
        ("[toy_curve_slope]", "[a, a]", "distinct"),
    ],
)
def test_a_file_that_is_not_as_it_must_be_is_refused(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    with pytest.raises(ConfigurationError, match=words.replace("[", r"\[")):
        read_worlds_file(written(tmp_path, WORLDS.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("train.steps: 2", "train.step: 2", "workflow/worlds/toy.yaml: worlds.flat"),
        ("  flat:", "  round:", "workflow/worlds/toy.yaml: worlds.round"),
    ],
)
def test_a_world_that_the_study_does_not_know_is_refused(
    toy: Path, old: str, new: str, words: str
) -> None:
    written(toy, WORLDS.replace(old, new))
    with pytest.raises(ConfigurationError, match=words):
        loaded(toy)


def test_a_study_with_worlds_needs_their_parameter(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "settings_model", lambda study: WithoutWorld)
    monkeypatch.setattr(f"{__name__}.PARAMS", PARAMS.replace("world: none, ", ""))
    written(toy)
    with pytest.raises(ConfigurationError, match="toy has no parameter world"):
        loaded(toy)
