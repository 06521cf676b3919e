"""What ``--config set=...`` may say, and the folder that it leads to."""

from typing import Any

import pytest
import yaml
from snakemake.cli import parse_config

from workflow_engine.configuration.assignments import (
    as_config,
    as_text,
    assignments,
    folder_name,
    laid_over,
)
from workflow_engine.configuration.errors import ConfigurationError


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a.b=1", {"a.b": 1}),
        ("a.b=1 a.c=[1, 2]", {"a.b": 1, "a.c": [1, 2]}),
        ("a.b=1,a.c=[1,2],a.d=x", {"a.b": 1, "a.c": [1, 2], "a.d": "x"}),
        ("a.b=1; a.c=0.5;", {"a.b": 1, "a.c": 0.5}),
        ('a.b="2^6, x" a.c=null', {"a.b": "2^6, x", "a.c": None}),
        ("a.b={x: 1, z: [true, false]}", {"a.b": {"x": 1, "z": [True, False]}}),
        ("a.b=-3 a.c='='", {"a.b": -3, "a.c": "="}),
        ("a.b=0.000001 a.c=[-0.0000000025]", {"a.b": 1e-06, "a.c": [-2.5e-09]}),
        ('a.b=1 a.c="2^6', {"a.b": 1, "a.c": "2^6"}),  # as Snakemake hands it over
        ("a.b='x: y #z; ü'", {"a.b": "x: y #z; ü"}),
    ],
)
def test_one_text_holds_several_values(text: str, found: dict[str, Any]) -> None:
    assert assignments(text) == found
    assert assignments(as_text(found)) == found
    assert assignments(found) == found
    # Snakemake hands over the very text
    assert parse_config(as_config(found)) == {"set": as_text(found)}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("", "the value is ''"),
        (3, "the value is 3"),
        (["a.b=1"], "the value is ['a.b=1']"),
        ("a.b", "'a.b' is not of the form KEY=VALUE"),
        ("a.b = 1", "'a.b' is not of the form KEY=VALUE"),
        ("a..b=1", "'a..b=1' is not of the form"),
        ("../x=1", "'../x=1' is not of the form"),
        ("a.b=1 a.b=2", "the key 'a.b' is given twice"),
        ("a={} a.b=2", "'a.b' lies in 'a', which is set as a whole"),
        ("a.b=", "a.b has no value"),
        ("a.b=[1", "a.b has the value '[1', which is not valid YAML"),
        ("a.b=1e-3", "means different things to different YAML readers"),
        ("a.b=!!int 3", "tags (!) are not used here"),
        ("scale=smoke", "Write --config scale=... next to set"),
        ("a.scales.smoke.b=1", "Set 'a.b', with scale=..."),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(asked: object, said: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        assignments(asked)
    assert str(error.value).startswith("--config set: ")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_values_are_laid_over_without_touching_what_lies_below() -> None:
    base = {"a": {"b": {"c": 1, "d": 2}}, "e": 3}
    assert laid_over(base, {"a.b.c": 5, "a.x.y": 6}) == {
        "a": {"b": {"c": 5, "d": 2}, "x": {"y": 6}},
        "e": 3,
    }
    assert base == {"a": {"b": {"c": 1, "d": 2}}, "e": 3}
    with pytest.raises(ConfigurationError, match="leads through e, which has the value 3"):
        laid_over(base, {"e.f": 1})


def test_a_folders_name_is_readable_safe_and_the_values_own() -> None:
    assert folder_name({"a.b": 100}) == "a.b=100"
    assert folder_name({"a.b": True, "a.c": 0.5}) == "a.b=true-a.c=0.5"
    values = [[1, 2], ["1", 2], "1_2", "../..", "$(x)", "a b", -1, 1, "1", {"x": 1}, "x" * 300, "Ü"]
    names = [folder_name({"a.b": value}) for value in values]
    assert len(set(names)) == len(names)
    for name in names:
        assert len(name) < 100
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzÜu0123456789_.=-"), name
        assert yaml.safe_load(name) == name
    assert names[0].startswith("a.b=1_2-")
