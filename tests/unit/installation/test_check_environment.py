"""What is installed against the locks; the packages are made up."""

import check_environment
import pytest
from check_environment import differences, main, unverified
from locked_requirements import Locked
from packaging.markers import Marker

GOOD, OTHER = "a" * 64, "b" * 64
LOCKED = [
    Locked("one", "1.0", None, (GOOD,)),
    Locked("two", "2.0", Marker("python_version > '3'"), (GOOD,)),
    Locked("elsewhere", "3.0", Marker("sys_platform == 'nowhere'"), (GOOD,)),
]
INDEX = [Locked("torch", "4.0", None, (GOOD,)), Locked("triton", "5.0", None, (GOOD,))]
FOUND = {"one": "1.0", "two": "2.0", "torch": "4.0", "pip": "9", "compsparse": "0"}


def report(**hashes: str) -> dict:
    """Return what pip reports of packages with files of these hashes."""
    return {
        "install": [
            {
                "metadata": {"name": name, "version": "4.0"},
                "download_info": {"archive_info": {"hashes": {"sha256": value}}},
            }
            for name, value in hashes.items()
        ]
    }


def test_the_locked_versions_pass_whatever_their_build() -> None:
    assert differences([*LOCKED, INDEX[0]], FOUND | {"torch": "4.0+cpu"}) == []


def test_other_and_missing_packages_are_named_with_the_locked_version() -> None:
    assert differences(LOCKED, {"one": "1.0.1"}) == [
        "one 1.0.1 is installed, the lock has 1.0",
        "two is not installed, the lock has 2.0",
    ]


@pytest.mark.parametrize(
    ("reported", "named"),
    [
        (report(torch=GOOD), []),
        (report(torch=OTHER), ["torch 4.0"]),
        (report(Torch=GOOD), []),
        ({}, ["torch 4.0"]),  # it was there before
        ({"install": [{"metadata": {"name": "torch"}, "download_info": {}}]}, ["torch 4.0"]),
    ],
)
def test_what_pip_compared_with_no_known_hash_is_named(reported: dict, named: list[str]) -> None:
    assert unverified(LOCKED, FOUND, INDEX, reported) == named


def test_device_libraries_and_packages_beside_the_lock_are_named_too() -> None:
    found = FOUND | {"triton": "5.0", "uv": "0.1"}
    names = unverified(LOCKED, found, INDEX, report(torch=GOOD, triton=OTHER, uv=GOOD))
    assert names == ["triton 5.0", "uv 0.1"]


def test_this_environment_is_the_locked_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(f"torch {check_environment.installed()['torch']}.")
    assert second.startswith("Not verified by a hash: ") and "torch" in second


def test_another_environment_is_refused_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check_environment.installed() | {"numpy": "1.0"}
    monkeypatch.setattr(check_environment, "installed", lambda: found)
    assert main([]) == 1
    text = capsys.readouterr().err
    assert "numpy 1.0 is installed, the lock has " in text
    assert "installation/install.sh /" in text
