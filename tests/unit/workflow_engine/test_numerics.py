"""The environment variables of each numerics mode, and when it is too late to set them."""

import os
import platform
import sys
from types import ModuleType

import pytest

from workflow_engine.numerics import MODES, ONE_THREAD, PORTABLE, activate, environment_variables


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no variable, load no numerical library."""
    environment = {k: v for k, v in os.environ.items() if k not in ONE_THREAD | PORTABLE}
    monkeypatch.setattr(os, "environ", environment)
    for name in ("numpy", "torch"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")


@pytest.mark.parametrize("machine", ["x86_64", "AMD64"])
def test_portable_restricts_the_instructions_of_intel_cpus(
    monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert environment_variables("portable") == {
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "NUMEXPR_NUM_THREADS": "1",
        "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_CBWR": "AVX2,STRICT",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "OPENBLAS_CORETYPE": "Haswell",
        "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
    }


@pytest.mark.parametrize(
    ("mode", "machine"), [("native", "x86_64"), ("native", "arm64"), ("portable", "arm64")]
)
def test_otherwise_only_the_threads_are_set(
    monkeypatch: pytest.MonkeyPatch, mode: str, machine: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert environment_variables(mode) == dict.fromkeys(ONE_THREAD, "1")


def test_an_unknown_mode_is_refused_with_the_known_ones() -> None:
    assert MODES == ("portable", "native")
    with pytest.raises(ValueError, match="numerics is 'fast'; allowed: portable, native"):
        environment_variables("fast")
    with pytest.raises(ValueError, match="allowed: portable, native"):
        activate("fast")


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("mode", MODES)
def test_activating_sets_the_variables_of_the_mode(mode: str) -> None:
    activate(mode)
    found = {k: v for k, v in os.environ.items() if k in ONE_THREAD | PORTABLE}
    assert found == environment_variables(mode)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("loaded", "words"),
    [
        (["numpy"], "before numpy is loaded"),
        (["torch"], "before torch is loaded"),
        (["numpy", "torch"], "before numpy and torch is loaded"),
    ],
)
@pytest.mark.parametrize("mode", MODES)
def test_after_a_numerical_library_was_loaded_it_is_too_late(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str], words: str, mode: str
) -> None:
    for name in loaded:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    with pytest.raises(RuntimeError, match=words) as error:
        activate(mode)
    assert f"numerics={mode} must be set" in str(error.value)
    assert "python -m compsparse run" in str(error.value)
    assert not (ONE_THREAD | PORTABLE).keys() & os.environ.keys()


@pytest.mark.usefixtures("bare")
def test_one_variable_that_differs_is_enough_to_be_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    activate("portable")
    os.environ["MKL_CBWR"] = "AUTO"
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    with pytest.raises(RuntimeError, match="before numpy is loaded"):
        activate("portable")


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("mode", MODES)
def test_a_mode_that_is_set_already_may_be_activated_again_at_any_time(
    monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    activate(mode)
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    activate(mode)
    assert os.environ["OMP_NUM_THREADS"] == "1"
