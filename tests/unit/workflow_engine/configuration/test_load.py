"""From params.yaml and the command line to one configuration: overlays, overrides, output roots."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import Field

from workflow_engine.configuration import load as module
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.configuration.scales import SCALES, is_below
from workflow_engine.validation.strict_model import StrictModel

TEXT = """\
scale: default
root_seed: 0
numerics: portable
studies: [toy]

toy:
  generate: {count: 20, sizes: [1, 2, 3]}
  train: {rate: 0.5, law: {shape: fast, power: 2}, schedule: {kind: cosine}}
  places: {first: 1, second: 2}
"""
OVERLAYS = """\
smoke:
  generate: {count: 5}
paper:
  generate: {sizes: [7, 8]}
  train: {rate: 0.25, law: {shape: slow}}
"""


class Generate(StrictModel):
    count: int = Field(ge=1)
    sizes: list[int]


class Law(StrictModel):
    shape: str
    power: int


class Cosine(StrictModel):
    kind: Literal["cosine"]


class Custom(StrictModel):
    kind: Literal["custom"]
    rate: float


class Train(StrictModel):
    rate: float = Field(gt=0, lt=1)
    law: Law
    schedule: Cosine | Custom = Field(discriminator="kind")


class Toy(StrictModel):
    generate: Generate
    train: Train
    places: dict[str, int]


Load = Callable[..., Configuration]
_CUT = "# what differs at other scales\n"


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load the toy files, after replacing words in them, under values of the command line."""
    monkeypatch.setattr(module, "settings_model", lambda study: Toy)

    def read(*edits: tuple[str, str], **overrides: Any) -> Configuration:
        text = TEXT + _CUT + OVERLAYS
        for old, new in edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        params, overlays = text.split(_CUT)
        (tmp_path / "params.yaml").write_text(params)
        place = tmp_path / "workflow/scales/toy.yaml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(overlays)
        return load(tmp_path / "params.yaml", overrides)

    return read


def refused(toy: Load, *edits: tuple[str, str], **overrides: Any) -> str:
    """Return why this configuration is refused."""
    with pytest.raises(ConfigurationError) as error:
        toy(*edits, **overrides)
    return str(error.value)


def dump(configuration: Configuration) -> dict[str, Any]:
    """Return the toy study's values."""
    return configuration.settings["toy"].model_dump()


BASE = {
    "generate": {"count": 20, "sizes": [1, 2, 3]},
    "train": {"rate": 0.5, "law": {"shape": "fast", "power": 2}, "schedule": {"kind": "cosine"}},
    "places": {"first": 1, "second": 2},
}


def test_the_default_scale_is_the_section_itself(toy: Load) -> None:
    found = toy()
    assert dump(found) == BASE
    assert (found.scale, found.root_seed, found.numerics) == ("default", 0, "portable")
    assert (found.studies, found.out, found.written) == (("toy",), Path("results"), True)


def test_an_overlay_replaces_what_it_names_and_keeps_the_rest(toy: Load) -> None:
    assert dump(toy(scale="smoke")) == {
        **BASE,
        "generate": {"count": 5, "sizes": [1, 2, 3]},
    }


def test_mappings_are_merged_at_every_depth_and_lists_are_replaced(toy: Load) -> None:
    assert dump(toy(scale="paper")) == {
        **BASE,
        "generate": {"count": 20, "sizes": [7, 8]},
        "train": BASE["train"] | {"rate": 0.25, "law": {"shape": "slow", "power": 2}},
    }


def test_a_thing_of_another_kind_replaces_the_whole_thing(toy: Load) -> None:
    edit = ("{rate: 0.25, ", "{schedule: {kind: custom, rate: 2.0}, ")
    assert dump(toy(edit, scale="paper"))["train"]["schedule"] == {"kind": "custom", "rate": 2.0}
    same = ("{rate: 0.25, ", "{schedule: {kind: cosine, rate: 2.0}, ")
    assert "unknown key 'rate' in this section; allowed: kind" in refused(toy, same)


def test_the_scale_of_the_file_is_used_when_none_is_asked_for(toy: Load) -> None:
    found = toy(("scale: default", "scale: smoke"))
    assert found.scale == "smoke" and found.out == Path("results") and found.written
    assert dump(found)["generate"]["count"] == 5


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("smoke:\n  generate: {count: 5}", "smoke:\n  genarate: {count: 5}", "'genarate'"),
        ("{count: 5}", "{cuont: 5}", "toy.yaml: smoke.generate: unknown key 'cuont'"),
        ("law: {shape: slow}", "law: {shap: slow}", "toy.yaml: paper.train.law: unknown key"),
        ("smoke:\n", "smokee:\n", "unknown key 'smokee'"),
    ],
)
def test_a_key_that_the_section_has_not_is_refused_in_an_overlay(
    toy: Load, old: str, new: str, words: str
) -> None:
    message = refused(toy, (old, new))
    assert message.startswith("workflow/scales/toy.yaml: ")
    assert words in message
    assert "allowed: " in message and "Did you mean" in message


def test_an_unknown_key_deep_down_does_not_speak_of_the_top_level(toy: Load) -> None:
    assert "top level" not in refused(toy, ("{count: 5}", "{cuont: 5}"))


@pytest.mark.parametrize("scale", ["default", "smoke", "paper"])
def test_every_overlay_is_checked_whatever_the_scale(toy: Load, scale: str) -> None:
    message = refused(toy, ("rate: 0.25", "rate: 25"), scale=scale)
    assert "workflow/scales/toy.yaml, scale paper" in message
    assert "train.rate has the value 25; allowed: less than 1" in message


def test_null_in_an_overlay_takes_an_entry_out(toy: Load) -> None:
    found = toy(("generate: {count: 5}", "places: {second: null}"), scale="smoke")
    assert dump(found)["places"] == {"first": 1}


def test_what_null_takes_out_may_be_missed(toy: Load) -> None:
    message = refused(toy, ("generate: {count: 5}", "generate: null"))
    assert "workflow/scales/toy.yaml, scale smoke" in message
    assert "generate" in message and "missing" in message


@pytest.mark.parametrize("value", ["3", "[1]", "text"])
def test_an_overlay_of_a_mapping_is_a_mapping(toy: Load, value: str) -> None:
    message = refused(toy, ("generate: {count: 5}", f"generate: {value}"))
    assert "toy.yaml: smoke.generate: must be a mapping" in message


@pytest.mark.parametrize("value", ["3", "[smoke]", "null"])
def test_scales_are_a_mapping(toy: Load, value: str) -> None:
    message = refused(toy, (OVERLAYS, f"{value}\n"))
    assert message == "workflow/scales/toy.yaml: the file must map scales to what differs."


def test_overlays_in_the_section_are_told_where_they_stand(toy: Load) -> None:
    message = refused(toy, ("toy:\n", "toy:\n  scales: {smoke: {}}\n"))
    assert "toy.scales: other scales stand in workflow/scales/toy.yaml" in message


def test_a_study_without_overlays_has_the_default_scale_only(toy: Load) -> None:
    assert dump(toy((OVERLAYS, "{}\n"))) == BASE
    message = refused(toy, (OVERLAYS, "{}\n"), scale="smoke")
    assert "toy has no scale 'smoke'. Allowed: default." in message
    assert "add smoke to workflow/scales/toy.yaml" in message


def test_a_scale_without_overlay_is_refused_with_those_there_are(toy: Load) -> None:
    assert "Allowed: default, smoke, paper." in refused(toy, scale="papersize")


@pytest.mark.parametrize(
    ("overrides", "out", "written"),
    [
        ({}, "results", True),
        ({"scale": "default"}, "results", True),
        ({"scale": "default", "root_seed": 0}, "results", True),
        ({"scale": "smoke"}, "results/.scratch/smoke", False),
        ({"root_seed": 3}, "results/.scratch/default-seed3", False),
        ({"scale": "paper", "root_seed": 3}, "results/.scratch/paper-seed3", False),
        ({"scale": "smoke", "out": "elsewhere"}, "elsewhere", False),
        ({"out": "elsewhere"}, "elsewhere", False),
        ({"out": "/somewhere/else"}, "/somewhere/else", False),
        ({"out": "results/.scratch/mine"}, "results/.scratch/mine", False),
        ({"out": "other_results"}, "other_results", False),
    ],
)
def test_only_what_params_asks_for_goes_to_results(
    toy: Load, overrides: dict[str, Any], out: str, written: bool
) -> None:
    found = toy(**overrides)
    assert (found.out, found.written) == (Path(out), written)
    assert found.scale == overrides.get("scale", "default")
    assert found.root_seed == overrides.get("root_seed", 0)


@pytest.mark.parametrize("scale", [{}, {"scale": "smoke"}])
@pytest.mark.parametrize(
    "out",
    [
        "results",
        "results/",
        "./results",
        "results/.",
        "x/../results",
        "{root}/results",
        "link",
        "",
        3,
    ],
)
def test_another_folder_than_results_must_be_another_folder(
    toy: Load, tmp_path: Path, scale: dict[str, str], out: Any
) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "link").symlink_to("results")
    asked = out.format(root=tmp_path) if isinstance(out, str) else out
    message = refused(toy, out=asked, **scale)
    assert message.startswith(f"--config out: the value is {asked!r}. Allowed: a folder other than")
    assert "Give another folder" in message


@pytest.mark.parametrize(
    ("overrides", "words"),
    [
        ({"scael": "smoke"}, "--config: unknown key 'scael' in the command line; allowed: out"),
        ({"numerics": "native"}, "unknown key 'numerics' in the command line"),
        ({"studies": []}, "unknown key 'studies' in the command line"),
        ({"scale": "huge"}, "--config: scale has the value 'huge'; allowed: 'smoke', 'default'"),
        ({"scale": 3}, "--config: scale has the value 3"),
        ({"root_seed": "x"}, "--config: root_seed has the value 'x'; allowed: a whole number"),
        ({"root_seed": -1}, "--config: root_seed has the value -1; allowed: greater than or equal"),
        ({"root_seed": True}, "--config: root_seed has the value True"),
        ({"root_seed": 1.0}, "--config: root_seed has the value 1.0"),
    ],
)
def test_the_command_line_is_checked_as_strictly_as_the_file(
    toy: Load, overrides: dict[str, Any], words: str
) -> None:
    assert words in refused(toy, **overrides)


def test_no_overrides_and_empty_overrides_are_the_same(toy: Load, tmp_path: Path) -> None:
    assert toy() == load(tmp_path / "params.yaml", None)


@pytest.mark.parametrize("text", ["", "- a\n", "text\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "params.yaml").write_text(text)
    with pytest.raises(ConfigurationError, match=r"^params\.yaml: the file must map keys"):
        load(tmp_path / "params.yaml")


def test_a_missing_file_is_an_answer_in_words(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load(tmp_path / "params.yaml")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("studies: [toy]", "studies: []", "studies has the value []"),
        ("studies: [toy]", "studies: [toy, toy]", "studies: a study stands twice"),
        ("studies: [toy]", "studies: toy", "studies has the value 'toy'; allowed: a list"),
        ("studies: [toy]", "studies: [../toy]", "allowed: text that matches"),
        ("studies: [toy]", "studies: [other, toy]", "other is listed but has no section"),
        ("numerics: portable", "numerics: fast", "numerics has the value 'fast'; allowed"),
        ("root_seed: 0\n", "", "missing key 'root_seed' in the top level"),
        ("root_seed: 0", "root_sead: 0", "'root_seed'"),
        ("\ntoy:\n", "\nextra: {}\ntoy:\n", "unknown key 'extra' in the top level; allowed"),
        ("studies: [toy]", "studies: [other, toy]\nother: 3", "other is listed but has no section"),
    ],
)
def test_the_top_of_the_file_is_checked(toy: Load, old: str, new: str, words: str) -> None:
    message = refused(toy, (old, new))
    assert message.startswith("params.yaml: ")
    assert words in message


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study that exists beside the toy."""
    monkeypatch.setattr(module, "study_packages", lambda: frozenset({"other"}))


def with_other(section: str) -> tuple[str, str]:
    """Return the edit that gives the other study a section and does not list it."""
    return ("\ntoy:\n", f"\nother: {section}\ntoy:\n")


@pytest.mark.usefixtures("other")
@pytest.mark.parametrize("section", ["{generate: {count: 1}}", "[]", "3"])
@pytest.mark.parametrize("scale", ["default", "smoke", "paper"])
def test_the_section_of_a_study_that_is_not_listed_may_stay_and_is_not_looked_at(
    toy: Load, section: str, scale: str
) -> None:
    assert toy(with_other(section), scale=scale) == toy(scale=scale)


@pytest.mark.usefixtures("other")
def test_the_section_is_checked_once_the_study_is_listed(toy: Load) -> None:
    listed = ("studies: [toy]", "studies: [toy, other]")
    assert "other is listed but has no section" in refused(toy, listed, with_other("3"))
    assert "section other: missing key 'generate'" in refused(toy, listed, with_other("{}"))


@pytest.mark.usefixtures("other")
def test_a_key_that_is_no_study_is_refused_with_the_studies_there_are(toy: Load) -> None:
    assert refused(toy, ("\ntoy:\n", "\nohter: {}\ntoy:\n")) == (
        "params.yaml: unknown key 'ohter' in the top level; allowed: carry, numerics, other, "
        "pass_environment, replication, root_seed, scale, studies, toy. Did you mean 'other'?"
    )


def test_a_replication_is_at_the_other_seeds(toy: Load) -> None:
    def edit(more: str = "") -> tuple[str, str]:
        replication = f"replication: {{root_seeds: [1, 0, 2]{more}}}"
        return "studies: [toy]", f"studies: [toy]\n{replication}"

    assert toy().other_seeds == {"toy": ()}
    assert toy(edit()).other_seeds == {"toy": (1, 2)}
    assert toy(edit(), root_seed=2).other_seeds == {"toy": (1, 0)}
    assert toy(edit(", instead: {toy: [7, 8]}")).other_seeds == {"toy": (7, 8)}
    unknown = refused(toy, edit(", instead: {tyo: [7]}"))
    assert "unknown key 'tyo' in replication.instead; allowed: " in unknown
    assert toy(edit(", hold_out: 9")).hold_out == 9
    assert toy(edit(", hold_out: 9"), root_seed=9).hold_out is None
    deciding = refused(toy, edit(", hold_out: 2"))
    assert "a hold_out that no list of root seeds has, not 2" in deciding
    twice = ("studies: [toy]", "studies: [toy]\nreplication: {root_seeds: [1, 2, 1]}")
    assert "replication.root_seeds: distinct entries, not [1, 2, 1]" in refused(toy, twice)
    none = ("studies: [toy]", "studies: [toy]\nreplication: {root_seeds: []}")
    assert "replication.root_seeds has the value []" in refused(toy, none)


def test_a_replication_may_have_more_than_the_run(toy: Load) -> None:
    edits = (
        ("studies: [toy]", "studies: [toy]\nreplication: {root_seeds: [1, 2], hold_out: 9}"),
        ("smoke:\n", "replication:\n  generate: {count: 200}\nsmoke:\n"),
    )
    more = BASE | {"generate": {"count": 200, "sizes": [1, 2, 3]}}
    run = toy(*edits)
    assert dump(run) == BASE and run.repeated["toy"].model_dump() == more
    for root_seed in (1, 2, 9):
        assert dump(toy(*edits, root_seed=root_seed)) == more
    assert dump(toy(*edits, root_seed=3)) == BASE
    smoke = toy(*edits, scale="smoke", root_seed=1)
    assert dump(smoke)["generate"]["count"] == smoke.repeated["toy"].generate.count == 5
    assert toy().repeated == toy().settings
    message = refused(toy, *edits, scale="replication")
    assert "scale" in message and "replication" in message
    wrong = refused(toy, edits[0], ("smoke:\n", "replication:\n  generte: {}\nsmoke:\n"))
    assert "replication: unknown key 'generte' in this section" in wrong


def test_a_study_that_does_not_exist_is_named_with_its_module(tmp_path: Path) -> None:
    (tmp_path / "params.yaml").write_text(TEXT)
    with pytest.raises(ConfigurationError, match=r"no study 'toy' \(module compsparse\.studies"):
        load(tmp_path / "params.yaml")


def test_scales_are_ordered_from_quick_to_large() -> None:
    assert SCALES == ("smoke", "default", "papersize", "paper")
    assert is_below("smoke", "default") and is_below("papersize", "paper")
    assert not is_below("default", "default") and not is_below("paper", "smoke")


def passing(names: str) -> tuple[str, str]:
    """Return the edit that passes environment variables on to jobs."""
    return ("studies: [toy]", f"studies: [toy]\npass_environment: {names}")


def test_environment_variables_may_be_passed_on_by_name(toy: Load) -> None:
    assert toy().pass_environment == ()
    assert toy(passing("[JUDGE_KEY, _x1]")).pass_environment == ("JUDGE_KEY", "_x1")


@pytest.mark.parametrize("name", ["OMP_NUM_THREADS", "HOME", "PYTHONPATH", "NPY_ANYTHING"])
def test_a_variable_that_decides_results_is_not_passed_on(toy: Load, name: str) -> None:
    text = refused(toy, passing(f"[JUDGE_KEY, {name}]"))
    assert f"params.yaml: pass_environment names {name}, but results could depend on" in text


@pytest.mark.parametrize("names", ["[A=1]", "['A,B']", "['']", "[1A]", "A", "{A: 1}", "[3]"])
def test_what_is_no_list_of_names_is_refused(toy: Load, names: str) -> None:
    assert "pass_environment" in refused(toy, passing(names))


def test_a_value_that_is_set_wins_over_the_scale_and_goes_elsewhere(toy: Load) -> None:
    found = toy(scale="smoke", set="toy.generate.count=7 toy.train.law.power=3")
    assert found.settings["toy"].generate.count == 7
    assert found.settings["toy"].generate.sizes == [1, 2, 3]
    assert found.settings["toy"].train.law.power == 3
    assert not found.written
    assert found.assigned == {"toy.generate.count": 7, "toy.train.law.power": 3}
    assert str(found.out) == ("results/.scratch/smoke-toy.generate.count=7-toy.train.law.power=3")
    seeded = toy(root_seed=3, set="toy.generate.count=7")
    assert str(seeded.out) == "results/.scratch/default-seed3-toy.generate.count=7"
    assert str(toy(set="numerics=native").out) == "results/.scratch/default-numerics=native"
    assert toy(set="numerics=native").numerics == "native"
    # what the mark of an output root holds
    assert toy(set=dict(found.assigned), scale="smoke") == found


@pytest.mark.parametrize(
    ("assigned", "said"),
    [
        ("toi.generate.count=7", "--config set: unknown key 'toi' in the top level"),
        ("toy.generate.cuont=7", "unknown key 'cuont' in generate; allowed: count, sizes. Did you"),
        ("toy.generat.count=7", "unknown key 'generat' in the top level"),
        ("toy.generate.count=many", "generate.count has the value 'many'; allowed: a whole number"),
        ("toy.generate.count=0", "generate.count has the value 0"),
        ("numerics=fast", "--config set: numerics has the value 'fast'"),
        ("toy=3", "section toy"),
    ],
)
def test_a_value_that_is_set_is_checked_as_in_the_file(toy: Load, assigned: str, said: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        toy(set=assigned)
    assert said in str(error.value)
    assert str(error.value).startswith("--config set")
