"""A step asks for one file or for many, and is told when it gets the other."""

from pathlib import Path

import pytest

from workflow_engine.steps import many, single

ONE, OTHER = Path("a.npz"), Path("b.npz")
INPUTS: dict[str, Path | list[Path]] = {"one": ONE, "many": [ONE, OTHER], "none": []}


def test_one_file_and_many_files_are_given_as_asked() -> None:
    assert single(INPUTS, "one") == ONE
    assert many(INPUTS, "many") == [ONE, OTHER]
    assert many({"x": [OTHER]}, "x") == [OTHER]


@pytest.mark.parametrize("name", ["many", "none", "absent"])
def test_what_is_not_one_file_is_refused_with_its_name(name: str) -> None:
    with pytest.raises(ValueError, match=f"needs one file as input '{name}'; it got"):
        single(INPUTS, name)


@pytest.mark.parametrize("name", ["one", "none", "absent"])
def test_what_is_no_list_of_files_is_refused_with_its_name(name: str) -> None:
    with pytest.raises(ValueError, match=f"needs a list of files as input '{name}'; it got"):
        many(INPUTS, name)
