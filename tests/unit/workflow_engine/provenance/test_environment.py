"""Pins and installed distributions; the distributions are made up and lie in a temporary folder."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance import environment as module
from workflow_engine.provenance.environment import (
    SUPPORTED_PYTHONS,
    PinError,
    check_installed,
    distributions,
    environment,
    environment_digest,
    read_pins,
)

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
Install = Callable[..., None]


def clear() -> None:
    """Forget what is installed."""
    module._installed.cache_clear()
    module._required.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Make distributions that importlib.metadata finds."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    clear()

    def make(name: str, version: str = "1.0", requires: tuple[str, ...] = ()) -> None:
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines += [f"Requires-Dist: {r}" for r in requires]
        folder = f"{name.replace('-', '_')}-{version}.dist-info"
        write(site / folder / "METADATA", "\n".join(lines) + "\n")

    yield make
    clear()


@pytest.fixture
def chain(install: Install) -> None:
    """toy_top -> toy-middle -> toy-low and back; a marker, an extra, device libraries."""
    install("toy-top", "1.0", ("toy.middle>=1", "toy-windows; sys_platform == 'win32'"))
    install("toy-middle", "2.0", ("Toy_Low", "toy-extra; extra == 'more'"))
    install("toy-low", "3.0+cpu", ("toy-top", "nvidia-toy", "triton>=3; python_version > '3'"))


PINS = {"toy-top": "1.0", "toy-middle": "2.0", "toy-low": "3.0"}


def pins(tmp_path: Path, text: str) -> dict[str, str]:
    """Read pins from this text."""
    return read_pins(write(tmp_path / "constraints.txt", text))


def test_pins_are_read_without_comments_and_labels(tmp_path: Path) -> None:
    text = (
        "# a comment\n\nNumpy==2.4.6\nruamel.yaml==0.19.1  # via dvc\n"
        "typing_extensions == 4.16 ; python_version > '3'\ntorch==2.13.0+cpu\n-r other.txt\n"
    )
    assert pins(tmp_path, text) == {
        "numpy": "2.4.6",
        "ruamel-yaml": "0.19.1",
        "typing-extensions": "4.16",
        "torch": "2.13.0",
    }


TWO_PYTHONS = (
    "numpy==2.4.6 ; python_version < '3.12' and sys_platform != 'nowhere'\n"
    "numpy==2.5.0 ; python_full_version >= '3.12'  # the later one\n"
    "toy==1 ; sys_platform == 'nowhere'\n"
)


def test_a_pin_holds_where_its_marker_does(tmp_path: Path) -> None:
    path = write(tmp_path / "constraints.txt", TWO_PYTHONS)
    expected = {"3.11": "2.4.6", "3.12": "2.5.0", "3.13": "2.5.0"}
    for python in SUPPORTED_PYTHONS:
        assert read_pins(path, python) == {"numpy": expected[python]}
    assert read_pins(path) == {"numpy": expected[PYTHON]}


def test_a_marker_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(PinError, match=r"line 2: .*'numpy==1 ; if linux'.*`make lock`"):
        pins(tmp_path, "a==1\nnumpy==1 ; if linux\n")


@pytest.mark.usefixtures("chain")
def test_the_environment_under_another_python(install: Install) -> None:
    other = next(python for python in SUPPORTED_PYTHONS if python != PYTHON)
    marker = f"python_version == '{other}'"
    # what only the other one wants need not be installed here
    install("toy-late", "1.0", (f"toy-low; {marker}", f"toy-absent; {marker}"))
    pinned = PINS | {"toy-late": "1.0", "toy-absent": "7"}
    assert environment(["toy_late"], pinned) == {"python": PYTHON, "toy-late": "1.0"}
    assert environment(["toy_late"], pinned, other) == {"python": other, **pinned}


def test_missing_constraints_are_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(PinError, match=r"constraints\.txt is missing; take it from git"):
        read_pins(tmp_path / "constraints.txt")


@pytest.mark.usefixtures("chain")
def test_requirements_are_followed_without_foreign_markers_extras_and_devices() -> None:
    assert distributions(["toy_top"]) == ["toy-low", "toy-middle", "toy-top"]
    assert distributions(["toy_top", "nvidia_toy", "triton"]) == distributions(["toy_middle"])


def test_import_names_that_differ_from_the_distribution_are_known() -> None:
    assert distributions(["yaml"]) == ["pyyaml"]
    assert "pillow" in distributions(["PIL"])
    assert "matplotlib" in distributions(["mpl_toolkits"])


@pytest.mark.usefixtures("chain")
def test_the_environment_is_python_and_the_pins_of_all_that_can_load() -> None:
    unused = PINS | {"toy-unused": "9"}
    assert environment(["toy_top"], unused) == {"python": PYTHON, **PINS}
    assert environment([], unused) == {"python": PYTHON}


@pytest.mark.usefixtures("chain")
def test_the_digest_follows_the_pins_in_use_and_no_others() -> None:
    before = environment_digest(["toy_top"], PINS)
    assert environment_digest(["toy_top"], PINS | {"toy-unused": "9"}) == before
    assert environment_digest(["toy_low"], PINS) == before
    assert environment_digest(["toy_top"], PINS | {"toy-middle": "2.1"}) != before
    assert environment_digest([], PINS) != before


@pytest.mark.usefixtures("chain")
def test_a_package_that_is_not_pinned_is_named() -> None:
    with pytest.raises(PinError, match=r"^toy-middle is not pinned .*run `make lock`"):
        environment(["toy_top"], {k: v for k, v in PINS.items() if k != "toy-middle"})


@pytest.mark.usefixtures("chain")
def test_the_pinned_versions_pass_whatever_their_build(install: Install) -> None:
    check_installed(["toy_top"], PINS)


@pytest.mark.parametrize(
    ("pinned", "words"),
    [("2.0.1", "constraints.txt pins 2.0.1"), (None, "constraints.txt pins None")],
)
@pytest.mark.usefixtures("chain")
def test_another_version_is_refused_with_both_versions(pinned: str | None, words: str) -> None:
    changed = {k: v for k, v in (PINS | {"toy-middle": pinned}).items() if v is not None}
    with pytest.raises(PinError, match=r"toy-middle 2\.0 is installed") as error:
        check_installed(["toy_top"], changed)
    assert words in str(error.value) and f"installation/install.sh {sys.executable}" in str(
        error.value
    )


def test_a_package_that_is_not_installed_is_named_with_the_remedy(install: Install) -> None:
    install("toy-top", "1.0", ("toy-absent",))
    for ask in (distributions, lambda names: environment(names, PINS)):
        with pytest.raises(PinError, match=r"toy-absent is not installed.*installation/install"):
            ask(["toy_top"])
