"""Folders that `--config out` may name, and those that serve another purpose."""

import subprocess
from pathlib import Path

import pytest

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.output_folder import output_folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project whose git knows a file in `material`."""
    place = tmp_path / "above" / "project"
    (place / "material").mkdir(parents=True)
    (place / "material/notes.txt").write_text("notes\n")
    for command in (["init", "-q"], ["add", "material"]):
        subprocess.run(["git", *command], cwd=place, check=True)
    return place


def refusal(root: Path, asked: object) -> str:
    """Return why a folder is refused."""
    with pytest.raises(ConfigurationError) as error:
        output_folder(root, asked)
    message = str(error.value)
    assert message.startswith("--config out: the value is ")
    assert "Allowed: a folder other than results/" in message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    "asked",
    [
        "elsewhere",
        "deep/er",
        "./elsewhere",
        "../beside",
        "/somewhere/new",
        "results/.scratch/mine",
        "results/.scratch/mine/deep",
        "a b",
        "$(touch x)",
        "`id`;&|<>",
        'quote\'s "both"',
        "*?[x]!",
        "\u00fcber/\u6570",
        "deep/-x",
        "a#b%",
    ],
)
def test_folders_of_their_own_are_taken_as_they_are_written(root: Path, asked: str) -> None:
    assert output_folder(root, asked) == Path(asked)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (12, "is no text"),
        (None, "is no text"),
        (True, "is no text"),
        ({"a": "b"}, "is no text"),
        ("", "is no text"),
        ("  ", "is no text"),
        ("a\nb", "does not print"),
        ("a\x1b[2Kb", "does not print"),
        ("a\u2028b", "does not print"),
        ("a\udcffb", "does not print"),
        ("a\0b", "does not print"),
        ("a{b}", "brace"),
        ("a\\b", "backslash"),
        ("-rf", "begins with -"),
        ("~/x", "begins with ~"),
        ("a /b", "space at the beginning or end"),
        ("x/ y", "space at the beginning or end"),
        ("a: b", "something else in YAML"),
        ("x #y", "something else in YAML"),
        ("'x'", "something else in YAML"),
        ("x" * 300, "cannot be looked at"),
        (".", "is results/, or holds it"),
        ("..", "is results/, or holds it"),
        ("/", "is results/, or holds it"),
        ("results", "is results/, or holds it"),
        ("results/.scratch", "is results/, or holds it"),
        ("results/alpha", "lies in the output root"),
        ("results/.tmp", "lies in .tmp"),
        ("results/.scratch/.tmp", "lies in .tmp"),
        (".git", "lies in .git"),
        (".git/x", "lies in .git"),
        (".venv/x", "lies in .venv"),
        ("elsewhere/.scratch/x", "lies in .scratch"),
        ("../.cache/x", "lies in .cache"),
        ("src/compsparse", "lies in src, which is part"),
        ("docs/new", "lies in docs, which is part"),
        ("material", "lies in material, which is part"),
        ("material/new", "lies in material, which is part"),
        ("x/../src", "lies in src"),
        ("file", "is a file"),
        ("loop/x", "cannot be looked at"),
        ("to_src", "lies in src"),
    ],
)
def test_a_folder_for_something_else_is_refused_with_the_reason(
    root: Path, asked: object, why: str
) -> None:
    (root / "file").write_text("")
    (root / "loop").symlink_to("loop")
    (root / "src").mkdir()
    (root / "to_src").symlink_to("src")
    assert why in refusal(root, asked)


def test_another_output_root_is_not_built_into_but_its_scratch_is(root: Path) -> None:
    (root / "made").mkdir()
    (root / "made/.root.json").write_text("{}")
    assert "lies in the output root" in refusal(root, "made/alpha")
    for free in ("made", "made/.scratch/default-seed1"):
        assert output_folder(root, free) == Path(free)


def test_a_dot_above_the_project_is_no_objection(root: Path) -> None:
    hidden = root.parent / ".work"
    (hidden / "project").mkdir(parents=True)
    assert output_folder(hidden / "project", "../beside") == Path("../beside")


def test_without_git_the_project_still_owns_its_folders(tmp_path: Path) -> None:
    assert "lies in workflow" in refusal(tmp_path, "workflow")
    assert output_folder(tmp_path, "material") == Path("material")
