"""The registry file: what is refused, and what the message tells the person who wrote it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.registry import read_registry

Data = dict[str, Any]
Write = Callable[[Data], Path]


def test_a_valid_registry_loads(registry_data: Data, write_registry: Write) -> None:
    registry = read_registry(write_registry(registry_data))
    assert registry.study == "toy"
    assert [claim.id for claim in registry.claims] == ["toy_curve_slope", "toy_curve_count"]
    assert [claim.metric for claim in registry.claims] == ["toy_curve.slope", "toy_curve.count"]
    assert registry.claims[0].accept.above == 0
    assert registry.claims[0].why == {}


def claim(**changes: object) -> Callable[[Data], None]:
    return lambda data: _claim(data).update(changes)


def without(key: str) -> Callable[[Data], None]:
    return lambda data: _claim(data).pop(key)


def renamed(name: str) -> Callable[[Data], None]:
    return lambda data: _result(data)["claims"].update({name: _result(data)["claims"].pop("slope")})


def _result(data: Data) -> Data:
    found: Data = data["results"]["curve"]
    return found


def _claim(data: Data) -> Data:
    found: Data = _result(data)["claims"]["slope"]
    return found


def result(**changes: object) -> Callable[[Data], None]:
    return lambda data: data["results"]["curve"].update(changes)


def top(**changes: object) -> Callable[[Data], None]:
    return lambda data: data.update(changes)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (claim(acccept={}), ["unknown key 'acccept' in results.curve.claims.slope", "accept"]),
        (
            claim(accept={"lo": 1}),
            [
                "unknown key 'lo' in results.curve.claims.slope.accept",
                "above, below, equal, high, low",
            ],
        ),
        (
            result(colour="red"),
            [
                "unknown key 'colour' in results.curve",
                "allowed: checks, claims, exploratory, message, metrics, place",
            ],
        ),
        (top(owner="me"), ["unknown key 'owner' in the top level", "about, document, registered"]),
        (without("band"), ["missing key 'band' in results.curve.claims.slope", "Add it"]),
        (claim(band="  "), ["results.curve.claims.slope.band", "'  '"]),
        (claim(accept={"low": "1e-3"}), ["line", "'1e-3'", "plain digits", "0.001"]),
        (claim(accept={}), ["results.curve.claims.slope.accept", "no bound"]),
        (claim(accept={"low": 2, "high": 1}), ["accept", "lower edge 2", "upper edge 1"]),
        (claim(accept={"equal": 1}), ["statistical", "single value", "kind exact"]),
        (claim(theory="two"), ["results.curve.claims.slope.theory", "'two'", "finite number"]),
        (claim(origin="guess"), ["origin", "'guess'", "'theorem'", "'prototype'"]),
        (claim(kind="fuzzy"), ["kind", "'fuzzy'", "'statistical' or 'exact'"]),
        (claim(scale="huge"), ["scale", "'huge'", "'papersize'"]),
        (claim(why={"failed": "x"}), ["why", "'failed'", "'fails'"]),
        (renamed("Slope"), ["'Slope'", "^[a-z0-9]"]),
        (claim(metric="fall"), ["'slope' of curve", "'fall'", "does not define"]),
        (
            claim(needs=[{"metric": "fall", "accept": {"low": 1}, "otherwise": "no"}]),
            ["'slope' of curve", "'fall'", "does not define"],
        ),
        (
            claim(needs=[{"metric": "count", "accept": {}, "otherwise": "no"}]),
            ["results.curve.claims.slope.needs", "no bound"],
        ),
        (renamed("rise"), ["'rise'", "results.curve.metrics does not define"]),
        (claim(metric="toy_curve.slope"), ["'toy_curve.slope'", "allowed: text that matches"]),
        (result(metrics={"slope; count": "x"}), ["slope; count"]),
        (result(section="one"), ["'one'", "allowed: none", "add the section"]),
        (result(scale="paper"), ["'slope' of curve", "'default'", "testable from 'paper' on"]),
        (result(exploratory=True), ["'slope'", "exploratory", "drop the claim"]),
        (result(figure="figures/toy.svg"), ["unknown key 'figure'"]),
        (top(document=4), ["document", "4", "quotes"]),
        (top(registered="soon"), ["registered", "'soon'", "[0-9a-f]"]),
        (top(results={"toy_curve": {}}), ["toy_curve"]),
        (top(results={}), ["results"]),
        (top(claims=[]), ["unknown key 'claims' in the top level"]),
        (top(results=[]), ["results has the value []", "a mapping"]),
    ],
)
def test_a_spoiled_registry_is_refused_with_file_key_value_and_remedy(
    registry_data: Data,
    write_registry: Write,
    spoil: Callable[[Data], None],
    words: list[str],
) -> None:
    spoil(registry_data)
    path = write_registry(registry_data)
    with pytest.raises(ClaimsError) as caught:
        read_registry(path)
    message = str(caught.value)
    assert [word for word in [str(path), *words] if word not in message] == [], message


def test_all_problems_are_told_at_once(registry_data: Data, write_registry: Write) -> None:
    claim(origin="guess", kind="fuzzy")(registry_data)
    with pytest.raises(ClaimsError) as caught:
        read_registry(write_registry(registry_data))
    assert len(str(caught.value).splitlines()) == 2


def test_the_file_is_named_after_its_study(registry_data: Data, write_registry: Write) -> None:
    path = write_registry(registry_data)
    path = path.rename(path.with_name("other.yaml"))
    with pytest.raises(ClaimsError, match="allowed: 'other'"):
        read_registry(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "top level has the value None"),
        ("- a\n- b\n", "a mapping"),
        ("study: [toy\n", "line 2, column 1.*not valid YAML"),
        ("study: a: b\n", "line 1, column 9.*quotes"),
        ("study: toy\nstudy: toy\n", "line 2, column 1.*'study' stands twice"),
        ("? [a]\n: b\n", "line 1.*not text"),
        ("study: !!python/object:os.system x\n", "line 1.*tags .* are not used here"),
        ("study: 2024-13-45\n", "not valid YAML"),
        ("study: !!int ''\n", "line 1.*tags .* are not used here"),
        ("study: \x01\n", "not valid YAML"),
        ("[" * 5000, "not valid YAML"),
        ("on: 1\n", "different things"),
        ("1: 2\n", "1"),
    ],
)
def test_bad_yaml_is_an_explained_error(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClaimsError, match=words) as caught:
        read_registry(path)
    assert str(caught.value).startswith(str(path))
    assert caught.value.__suppress_context__


def test_files_that_cannot_be_read_are_explained(tmp_path: Path) -> None:
    with pytest.raises(ClaimsError, match="cannot be read"):
        read_registry(tmp_path / "missing.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"study: \xff\n")
    with pytest.raises(ClaimsError, match="not UTF-8"):
        read_registry(tmp_path / "latin.yaml")


def test_a_wide_margin_needs_its_reason(registry_data: Data, write_registry: Write) -> None:
    claim(margin=0.2)(registry_data)
    with pytest.raises(ClaimsError, match=r"margin is 0.2; more than 0.1"):
        read_registry(write_registry(registry_data))
    claim(margin_reason="Corrections fall as a logarithm.")(registry_data)
    assert read_registry(write_registry(registry_data)).claims[0].margin == 0.2


def test_what_theory_predicts_at_these_sizes_may_be_a_defined_metric(
    registry_data: Data, write_registry: Write
) -> None:
    claim(finite_size="rise_2")(registry_data)
    found = read_registry(write_registry(registry_data)).claims[0]
    assert found.finite_size == "toy_curve.rise_2"
    claim(finite_size="fall")(registry_data)
    with pytest.raises(ClaimsError, match=r"'fall', which results.curve.metrics does not define"):
        read_registry(write_registry(registry_data))
