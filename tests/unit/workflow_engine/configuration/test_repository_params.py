"""Mistakes in this repository's own params.yaml stop with a sentence, before any job."""

import shutil
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration, load

PARAMS = Path(__file__).resolve().parents[4] / "params.yaml"


@cache
def whole() -> Configuration:
    return load(PARAMS)


@cache
def parameters() -> dict[str, Any]:
    content: dict[str, Any] = yaml.load(PARAMS.read_text(), yaml.CSafeLoader)
    return content


def edited(tmp_path: Path, place: str, text: str | None, *, all_studies: bool = False) -> Path:
    """Write params.yaml with the value at a place replaced by raw YAML text, or taken out.

    Of all studies it holds factorial alone, which is read sooner, unless all are asked for.
    """
    content = deepcopy(parameters())
    if not all_studies:
        for other in {*content["studies"]} - {"factorial"}:
            del content[other]
        content["studies"] = ["factorial"]
    here: Any = content
    *above, last = place.split(".")
    for key in above:
        here = here[key]
    if text is None:
        del here[last]
    else:
        here[last] = "PLACEHOLDER"
    path = tmp_path / "params.yaml"
    dumped = yaml.dump(content, Dumper=_PlainDigits, sort_keys=False)
    path.write_text(dumped.replace("PLACEHOLDER", text or ""))
    for folder in ("scales", "worlds"):
        shutil.copytree(PARAMS.parent / "workflow" / folder, tmp_path / "workflow" / folder)
    return path


class _PlainDigits(yaml.SafeDumper):
    """Writes 1e-12 in digits: the checked files hold no exponents."""


_PlainDigits.add_representer(
    float,
    lambda dumper, value: dumper.represent_scalar(
        "tag:yaml.org,2002:float", np.format_float_positional(value, trim="0")
    ),
)


def refused(path: Path) -> str:
    """Return why this file is refused."""
    with pytest.raises(ConfigurationError) as error:
        load(path)
    return str(error.value)


@pytest.mark.parametrize("scale", ["smoke", "default", "papersize", "paper"])
def test_the_file_itself_is_good_at_every_scale(scale: str) -> None:
    assert load(PARAMS, {"scale": scale}).scale == scale


def test_the_way_of_these_tests_to_edit_the_file_changes_nothing_else(tmp_path: Path) -> None:
    path = edited(tmp_path, "factorial.graph.generate.runs", "3", all_studies=True)
    assert load(path) == whole()


WHOLE, ONE = "a whole number", "greater than or equal to 1"


@pytest.mark.parametrize(
    ("place", "text", "shown", "allowed"),
    [
        ("single_pass.train.steps", "'300'", "'300'", WHOLE),
        ("single_pass.train.steps", "300.5", "300.5", WHOLE),
        ("single_pass.train.steps", "true", "True", WHOLE),
        ("single_pass.train.steps", "null", "None", WHOLE),
        ("single_pass.train.steps", "[300]", "[300]", WHOLE),
        ("single_pass.train.steps", "-5", "-5", ONE),
        ("single_pass.train.batch_size", "0", "0", ONE),
        ("single_pass.train.embedding_dimension", "0", "0", ONE),
        ("generalization_complexity.train.embedding_dimension", "-8", "-8", ONE),
        ("compression_grid_a.generate.runs", "0", "0", ONE),
        ("single_pass.train.learning_rate", "0", "0", "greater than 0"),
        ("single_pass.train.learning_rate", "'0.03'", "'0.03'", "a finite number"),
        ("single_pass.train.learning_rate", ".nan", "nan", "a finite number"),
        ("single_pass.train.learning_rate", ".inf", "inf", "a finite number"),
        ("graph.generate.concentration", "-0.1", "-0.1", "greater than 0"),
        ("generalization_complexity.train.seen_fraction", "1", "1", "less than 1"),
        ("generalization_complexity.train.seen_fraction", "1.0", "1.0", "less than 1"),
        ("generalization_complexity.train.seen_fraction", "0", "0", "greater than 0"),
        ("generalization_complexity.train.seen_fraction", "-0.9", "-0.9", "greater than 0"),
        ("generalization_complexity.train.seen_fraction", "1.1", "1.1", "less than 1"),
        ("compression_grid_a.generate.parents", "2", "2", "a list"),
        ("compression_grid_a.generate.parents", "[]", "[]", "List should have at least 1"),
        ("graph.generate.input_factors", "4096", "4096", "text. Put it in quotes"),
        ("graph.generate", "3", "3", "a mapping of keys to values"),
        ("single_pass.train.logged_steps", "2", "2", "greater than or equal to 3"),
    ],
)
def test_a_wrong_value_is_named_with_its_key_and_what_is_allowed(
    tmp_path: Path, place: str, text: str, shown: str, allowed: str
) -> None:
    message = refused(edited(tmp_path, f"factorial.{place}", text))
    assert f"{place} has the value {shown}; allowed: {allowed}" in message
    assert message.startswith("params.yaml")
    assert "section factorial" in message


@pytest.mark.parametrize(
    ("place", "text", "words"),
    [
        (
            "generalization_complexity.generate.input_factors",
            '["2^12", "2^11"]',
            ["'2^11' has 2048 tokens where 4096 are needed", "whose product is that number"],
        ),
        (
            "single_pass.generate.input_tokens",
            "4095",
            ["single_pass.generate", "4095 are needed"],
        ),
        ("single_pass.generate.output_factors", '"8**2"', ["'8**2'", "repeated with ^"]),
        ("single_pass.generate.output_factors", '"-2^3"', ["output_factors", "'-2^3'"]),
        ("single_pass.generate.output_factors", '"0^3"', ["'0^3'", "positive sizes"]),
        ("single_pass.generate.output_factors", '""', ["output_factors", "positive sizes"]),
        ("compression_grid_a.generate.parents", "[1, 99]", ["99 is too many", "at most"]),
        ("compression_grid_a.generate.parents", "[1, 1]", ["distinct entries, not [1, 1]"]),
        ("single_pass.train.schedule", "{kind: linear}", ["'linear'", "'cosine', 'custom'"]),
        (
            "single_pass.train.schedule",
            "{kind: custom}",
            ["missing key 'minimum_learning_rate'", "Add it"],
        ),
    ],
)
def test_rules_between_values_are_told_in_sentences(
    tmp_path: Path, place: str, text: str, words: list[str]
) -> None:
    message = refused(edited(tmp_path, f"factorial.{place}", text))
    assert "factorial" in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("graph.generate.runz", "unknown key 'runz' in graph.generate; allowed: "),
        ("graph.trian", "unknown key 'trian' in graph; allowed: generate"),
        ("grpah", "unknown key 'grpah' in the top level; allowed: "),
    ],
)
def test_an_unknown_key_is_named_with_those_that_are_known(
    tmp_path: Path, place: str, words: str
) -> None:
    message = refused(edited(tmp_path, f"factorial.{place}", "3"))
    assert words in message
    assert message.startswith("params.yaml")


def test_a_missing_key_is_named(tmp_path: Path) -> None:
    message = refused(edited(tmp_path, "factorial.graph.generate.runs", None))
    assert "missing key 'runs' in graph.generate" in message


@pytest.mark.parametrize("word", ["1e-3", "on", "0o17", "1_000", "-.5", "1:30"])
@pytest.mark.parametrize("place", ["factorial.single_pass.train.learning_rate", "root_seed"])
def test_a_word_that_readers_read_differently_is_refused_with_its_line(
    tmp_path: Path, place: str, word: str
) -> None:
    path = edited(tmp_path, place, word)
    lines = path.read_text().splitlines()
    (number,) = [i for i, line in enumerate(lines, 1) if line.endswith(f": {word}")]
    message = refused(path)
    assert f"params.yaml: line {number}, column {lines[number - 1].index(word) + 1}: " in message
    assert repr(word) in message and "plain digits (0.001" in message


def test_a_mistake_in_the_largest_scale_does_not_wait_for_the_cluster(tmp_path: Path) -> None:
    path = edited(tmp_path, "factorial.graph.generate.runs", "3")
    overlays = tmp_path / "workflow/scales/factorial.yaml"
    content = yaml.safe_load(overlays.read_text())
    content["paper"]["single_pass"]["train"]["steps"] = 0
    overlays.write_text(yaml.dump(content, Dumper=_PlainDigits))
    message = refused(path)
    assert "factorial.yaml, scale paper" in message
    assert "single_pass.train.steps has the value 0" in message


@pytest.mark.parametrize(
    ("place", "text", "words"),
    [
        ("scale", "huge", "scale has the value 'huge'; allowed: 'smoke', 'default'"),
        ("root_seed", "-1", "root_seed has the value -1; allowed: greater than or equal to 0"),
        (
            "numerics",
            "quick",
            "numerics has the value 'quick'; allowed: 'portable', 'native' or 'device'",
        ),
        ("studies", "[factorial, nothing]", "nothing"),
        ("facotrial", "{}", "unknown key 'facotrial' in the top level"),
    ],
)
def test_the_general_part_is_checked(tmp_path: Path, place: str, text: str, words: str) -> None:
    assert words in refused(edited(tmp_path, place, text))


@pytest.mark.parametrize("listed", [slice(1), slice(1, None)], ids=["one", "all but one"])
def test_a_study_is_switched_off_by_the_list_alone(tmp_path: Path, listed: slice) -> None:
    studies = whole().studies[listed]
    found = load(edited(tmp_path, "studies", f"[{', '.join(studies)}]", all_studies=True))
    assert found.studies == studies
    assert found.settings == {study: whole().settings[study] for study in studies}
