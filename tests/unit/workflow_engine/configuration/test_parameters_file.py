"""Numbers that DVC has written into params.yaml are read as DVC means them, and no others."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.parameters_file import read_parameters
from workflow_engine.provenance.dvc_yaml import read_as_dvc


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parameters") / "params.yaml"


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_every_number_that_dvc_writes_is_read_as_dvc_reads_it(
    file: Path, numbers: list[float]
) -> None:
    with file.open("w") as stream:
        YAML().dump({"a": numbers[0], "b": numbers, "c": [{"d": numbers[-1]}]}, stream)
    assert read_parameters(file) == read_as_dvc(file)
    assert read_parameters(file)["b"] == numbers


def test_texts_and_comments_keep_such_words(file: Path) -> None:
    file.write_text("a: '1e-05'  # 1e-05\nb: x 1e-05\nc: {d: [1e-05, -2.5e+20]}\n")
    expected = {"a": "1e-05", "b": "x 1e-05", "c": {"d": [0.00001, -2.5e20]}}
    assert read_parameters(file) == expected


@pytest.mark.parametrize("word", ["1e-3", "1e5", "1E-05", "1e-005", "1.0e-05", "+1e-05", "1e+400"])
def test_what_dvc_writes_otherwise_is_refused(file: Path, word: str) -> None:
    file.write_text(f"a: 1e-05\nb: {word}\n")
    with pytest.raises(ConfigurationError, match="means different things") as error:
        read_parameters(file)
    assert f"params.yaml: line 2, column 4: '{word}'" in str(error.value)


@pytest.mark.parametrize("text", ["a: [1e-05", "a: 1e-05\n b: 1", "a: 1e-05\na: 1", "a: \x00"])
def test_other_mistakes_are_told_as_ever(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(ConfigurationError, match=r"params\.yaml: "):
        read_parameters(file)


def test_a_missing_file_is_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        read_parameters(tmp_path / "params.yaml")
