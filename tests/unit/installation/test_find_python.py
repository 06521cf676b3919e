"""The interpreter that the Makefile takes; the others are shell scripts."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.installation.conftest import Write

SCRIPT = Path(__file__).resolve().parents[3] / "installation" / "find_python.sh"
RUNS = f'exec "{sys.executable}" "$@"'


def find(environment: dict[str, str], *names: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(SCRIPT), *names], env=environment, capture_output=True, text=True, check=False
    )


def pretends(version: str, implementation: str = "cpython") -> str:
    """Return a script that runs this interpreter, which says that it is another."""
    change = (
        f"import sys; sys.version_info = {version}; sys.implementation.name = '{implementation}'\\n"
    )
    return f'exec "{sys.executable}" -I -c "$(printf "{change}")$3"'


def test_a_shim_with_nothing_behind_it_is_passed_over(
    program: Write, only_here: dict[str, str]
) -> None:
    program("python3.11", "echo 'pyenv: python3.11: command not found' >&2; exit 127")
    program("python3.12", RUNS)
    found = find(only_here)
    assert (found.returncode, found.stdout.strip()) == (0, sys.executable)
    assert found.stderr == ""


@pytest.mark.parametrize("version", ["(3, 11, 2)", "(3, 12, 1)", "(3, 13, 0)"])
def test_three_minors_of_cpython_are_supported(
    program: Write, only_here: dict[str, str], version: str
) -> None:
    program("python3", pretends(version))
    assert find(only_here).stdout.strip() == sys.executable


@pytest.mark.parametrize(
    ("version", "implementation"),
    [("(3, 10, 13)", "cpython"), ("(3, 14, 0)", "cpython"), ("(3, 11, 2)", "pypy")],
)
def test_no_others_are_and_a_sentence_says_what_is_needed(
    program: Write, only_here: dict[str, str], version: str, implementation: str
) -> None:
    program("python3", pretends(version, implementation))
    found = find(only_here)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == (
        "None of these is a CPython 3.11, 3.12 or 3.13 that runs: "
        "python3.11 python3.12 python3.13 python3. Install one (3.11 made the committed results), "
        "or name one: make setup PYTHON=/path/to/python\n"
    )


def test_the_one_that_is_named_is_taken_or_refused(
    program: Write, only_here: dict[str, str]
) -> None:
    program("python3.11", RUNS)
    mine = program("my python", RUNS)
    assert find(only_here, str(mine)).stdout.strip() == sys.executable
    assert "that runs: /absent/python. Install" in find(only_here, "/absent/python").stderr
