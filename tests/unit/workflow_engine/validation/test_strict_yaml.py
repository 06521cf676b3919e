"""What two YAML readers would read differently is refused; the rest they read alike.

PyYAML reads YAML 1.1, as Snakemake does; ruamel.yaml reads YAML 1.2, as DVC does.
"""

import math
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import Field
from ruamel.yaml import YAML

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.validation import strict_yaml
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.strict_model import StrictModel
from workflow_engine.validation.strict_yaml import parse_yaml, read_strict_yaml, read_yaml

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a YAML file."""
    return tmp_path_factory.mktemp("yaml") / "params.yaml"


def read(file: Path, text: str | bytes) -> Any:
    """Read this text."""
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(file)


def refused(file: Path, text: str | bytes) -> str:
    """Return why this text is refused."""
    with pytest.raises(InvalidFileError) as error:
        read(file, text)
    return str(error.value)


BOOLEANS = ["y", "Y", "n", "N", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "off", "OFF"]
EXPONENTS = ["1e-3", "1e3", "1E3", "1e+3", "-1e3", "+1e-3", "1.e3", "1.5e3", "1.5e-3", ".5e1"]
BASES = ["010", "007", "08", "00", "-010", "+08", "0o17", "0O7", "-0o7", "0b11", "-0b1", "-0x1f"]
GROUPED = ["1_000", "1_000.5", "1_", "0.0_1", "._1", "-_1", "+_", "_1", "0x_f", "0o1_1"]
BASE_60 = ["1:30", "190:20:30", "+1:30", "-1:30", "1:30.5", "1:30.", "10:00"]
NUMBERS = [*EXPONENTS, *BASES, *GROUPED, *BASE_60, "-.5", "+.5", "-._", "01.5", "+0xA", "0x"]


@pytest.mark.parametrize("word", BOOLEANS + NUMBERS)
def test_an_ambiguous_word_is_refused_with_its_place_and_the_remedy(file: Path, word: str) -> None:
    message = refused(file, f"first: 1\nlist:\n  - a\n  - {word}\n")
    assert f"params.yaml: line 4, column 5: {word!r} means different things" in message
    assert "true or false" in message and "plain digits" in message and "quote it" in message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("on", "line 1, column 1"),
        ("on: 1\n", "line 1, column 1"),
        ("a: {b: [1, 1e-3]}\n", "line 1, column 12"),
        ("a:\n  b: off  # a comment\n", "line 2, column 6"),
        ("? 1e3\n: 2\n", "line 1, column 3"),
    ],
)
def test_an_ambiguous_word_is_found_wherever_it_stands(file: Path, text: str, place: str) -> None:
    assert f"{place}: " in refused(file, text)


@pytest.mark.parametrize("word", BOOLEANS + NUMBERS)
@pytest.mark.parametrize("quote", ["'{}'", '"{}"', "|\n  {}"])
def test_an_ambiguous_word_in_quotes_is_text(file: Path, word: str, quote: str) -> None:
    assert read(file, f"key: {quote.format(word)}\n")["key"].strip() == word


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("+7", 7),
        ("-12", -12),
        ("1000000", 1000000),
        ("0.001", 0.001),
        ("-0.5", -0.5),
        ("+1.25", 1.25),
        ("1.", 1.0),
        (".5", 0.5),
        ("0x1F", 31),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        (".inf", math.inf),
        ("-.INF", -math.inf),
        ("none", "none"),
        ("2^12", "2^12"),
        ("1.2.3", "1.2.3"),
        ("e5", "e5"),
        ("02b1dee06c6c27a87cdcfc30dab8fa2b766d0dce", "02b1dee06c6c27a87cdcfc30dab8fa2b766d0dce"),
        ("0123456e", "0123456e"),
        ("young", "young"),
        ("1:99", "1:99"),
    ],
)
def test_what_all_readers_read_alike_is_accepted(file: Path, word: str, value: Any) -> None:
    found = read(file, f"key: {word}\n")["key"]
    assert found == value and type(found) is type(value)


def second_opinion(text: str) -> Any:
    """Read as DVC reads."""
    return YAML(typ="safe").load(text)


def alike(one: Any, other: Any) -> bool:
    """Compare values and types; NaN is like NaN, a list of pairs like a list of pairs."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(alike(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    same_kind = isinstance(other, type(one)) or isinstance(one, type(other))
    return same_kind and isinstance(one, bool) == isinstance(other, bool) and one == other


SIGNS = "0159_.-+:eEaf~=!&*TZ#%@`|>?,[]{} '\""
WORDS = ["00", "59", "60", "08", "1_0", "..", "e-3", "e+", "0x", "0o", "0b", "<<", "on", "off", "y"]
WORDS += ["inf", ".inf", "nan", ".nan", "no", "true", "null", "2001-01-01", "10:00"]
pieces = st.sampled_from([*SIGNS, *WORDS])
scalars = (
    st.lists(pieces, min_size=1, max_size=5).map("".join)
    | st.text("0123456789+-._:eEoxb", min_size=1, max_size=7)
    | st.text(st.characters(codec="utf-8"), max_size=6)
)


@settings(max_examples=500, deadline=None)
@given(scalars)
@example("-.5")
@example("+08")
@example("&-:0x")
@example("10:00.5")
@example("0o1_1")
@example("\x85")
@example("a\u2028b: c")
@example("2001-12-14t21:59:43.10-05:00")
def test_what_is_accepted_is_read_alike_by_both_readers(file: Path, scalar: str) -> None:
    text = f"key: {scalar}\nlist:\n  - {scalar}\n"
    try:
        found = read(file, text)
    except InvalidFileError:
        return
    assert alike(found, yaml.safe_load(text))
    assert alike(found, second_opinion(text))


@given(st.integers(-(10**12), 10**12), st.decimals(-1000, 1000, places=6))
def test_plain_numbers_are_accepted_and_read_alike(file: Path, whole: int, part: Any) -> None:
    text = f"whole: {whole}\npart: {part:f}\n"
    assert read(file, text) == {"whole": whole, "part": float(part)}
    assert alike(read(file, text), second_opinion(text))


@pytest.mark.parametrize(
    "path", [ROOT / "params.yaml", *sorted((ROOT / "workflow/claims").glob("*.yaml"))]
)
def test_the_files_of_this_repository_are_read_alike(path: Path) -> None:
    assert alike(read_yaml(path), second_opinion(path.read_text()))


def test_what_every_command_reads_takes_the_short_way() -> None:
    # a reference, a tag or "5 %" in a comment costs every start of Snakemake a fifth of a second
    for path in (ROOT / "params.yaml", *sorted((ROOT / "workflow/scales").glob("*.yaml"))):
        text = path.read_text()
        assert strict_yaml._HARMLESS.fullmatch(text), path
        assert not strict_yaml._SUSPECT.search(text), path


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", "line 3, column 1: the key 'a' stands twice; keep one"),
        ("a: {b: 1, b: 1}\n", "line 1, column 11: the key 'b' stands twice"),
        ("1: a\n", "line 1, column 1: the key 1 is not text; write it in quotes"),
        ("null: a\n", "the key None is not text"),
        ("? [a, b]\n: c\n", "the key ['a', 'b'] is not text"),
        ("a: &x 1\n", "line 1, column 4: references (& and *) are not used here"),
        ("a: [1]\nb: *x\n", "line 2, column 4: references (& and *) are not used here"),
        ("base: {a: 1}\nb:\n  <<: {a: 2}\n", "line 3, column 3"),
        ("a: =\n", "line 1, column 4: this is not valid YAML"),
        ("a: [1\n", "this is not valid YAML"),
        ("a: b: c\n", "line 1, column 5: this is not valid YAML"),
        ("\ta: 1\n", "line 1, column 1: this is not valid YAML"),
        ("a: 1\n---\nb: 2\n", "this is not valid YAML"),
        ("a: !!python/object:os.system x\n", "line 1, column 4: tags (!) are not used here"),
        ('a: !!int "010"\n', "line 1, column 4: tags (!) are not used here"),
        ("a: [1, !x {b: 1}]\n", "line 1, column 8: tags (!) are not used here"),
        ("a: 9223372036854775808\n", "line 1, column 4: the number '9223372036854775808' is too"),
        ("a: -0\nb: [-9223372036854775808]\n", "line 2, column 5: the number"),
        (f"a: 0x{'f' * 5000}\n", "line 1, column 4: the number"),
        (f"a: {'9' * 5000}\n", "line 1, column 4: the number"),
        (f"a: {'9' * 200_000}x_\nb: on\n", "line 2, column 4"),
        ("a: 2024-13-45\n", "this is not valid YAML"),
        ("a: \x07\n", "this is not valid YAML"),
        ("[" * 2000, "this is not valid YAML"),
        (b"a: \xff\n", "this is not UTF-8 text"),
    ],
)
def test_what_cannot_be_read_is_an_answer_in_words(
    file: Path, text: str | bytes, words: str
) -> None:
    message = refused(file, text)
    assert words in message
    assert "params.yaml" in message.partition(":")[0]


def test_a_missing_file_and_a_folder_are_answers_in_words(tmp_path: Path) -> None:
    words = {tmp_path / "gone.yaml": r"cannot be read \(No such file", tmp_path: "this is a folder"}
    for path, expected in words.items():
        with pytest.raises(InvalidFileError, match=rf"{expected}.*Restore it from git"):
            read_yaml(path)


def test_an_empty_file_holds_nothing(file: Path) -> None:
    assert read(file, "") is None
    assert read(file, "# a comment\n") is None


@pytest.mark.parametrize("text", ["a: on\n", "a: [\n", "a: 1\na: 2\n", b"\xff"])
def test_errors_are_of_the_kind_that_was_asked_for(file: Path, text: str | bytes) -> None:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ConfigurationError):
        read_yaml(file, ConfigurationError)
    with pytest.raises(ConfigurationError):
        read_yaml(file.with_name("gone.yaml"), ConfigurationError)


def test_paths_are_shown_as_a_person_would_type_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/x.yaml").write_text("a: on\n")
    monkeypatch.chdir(tmp_path)
    assert refused(tmp_path / "folder/x.yaml", "a: on\n").startswith("folder/x.yaml: line 1")
    monkeypatch.chdir(tmp_path / "folder")
    (tmp_path / "y.yaml").write_text("a: on\n")
    assert refused(tmp_path / "y.yaml", "a: on\n").startswith(f"{tmp_path}/y.yaml: line 1")


class Size(StrictModel):
    """A model to read files as."""

    size: int = Field(ge=1)


def test_a_file_is_read_as_a_model_or_refused_by_name(file: Path) -> None:
    file.write_text("size: 3\n")
    assert read_strict_yaml(file, Size) == Size(size=3)
    file.write_text("size: 0\n")
    with pytest.raises(ConfigurationError, match=r"params\.yaml: size has the value 0"):
        read_strict_yaml(file, Size, ConfigurationError)


@settings(deadline=None)
@given(st.text(alphabet="ab01.-+:#,[]{}'\"&*!|>%@^ \n", max_size=40))
@example("a: 'b'\n---\nc: d")
@example("- a\n -b")
@example("a:\tb")
@example("{a: b, c}")
@example("a: |\n b")
@example("? a\n: b")
def test_the_compiled_reader_and_the_other_one_say_the_same(text: str) -> None:
    def said(suspect: str) -> tuple[bool, Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(strict_yaml, "_SUSPECT", re.compile(suspect))
            try:
                return True, parse_yaml(text, "text")
            except InvalidFileError as error:
                return False, str(error)

    compiled, other = said(strict_yaml._SUSPECT.pattern), said("")
    assert compiled == other
