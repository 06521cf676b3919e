"""The mode ``device``: its environment, and the device that torch has."""

import os
import sys
from types import SimpleNamespace
from typing import get_args

import pytest

from workflow_engine import numerics
from workflow_engine.configuration.model import General
from workflow_engine.device import (
    DETERMINISTIC,
    MODES,
    activate,
    environment_variables,
    torch_device,
)


def test_the_modes_are_those_that_params_yaml_may_name() -> None:
    assert get_args(General.model_fields["numerics"].annotation) == MODES


def test_it_is_native_but_for_what_cublas_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in numerics.MODES:
        assert environment_variables(mode) == numerics.environment_variables(mode)
    expected = numerics.environment_variables("native") | DETERMINISTIC
    assert environment_variables("device") == expected
    monkeypatch.setattr(os, "environ", numerics.environment_variables("native"))
    activate("device")
    assert os.environ == expected


def test_an_unknown_mode_is_refused_with_the_three() -> None:
    for function in (environment_variables, activate):
        with pytest.raises(ValueError, match="'gpu'; allowed: portable, native, device"):
            function("gpu")


@pytest.mark.parametrize(("there", "device"), [(False, "cpu"), (True, "cuda")])
def test_a_gpu_must_repeat_its_results(
    monkeypatch: pytest.MonkeyPatch, there: bool, device: str
) -> None:
    asked: list[bool] = []
    torch = SimpleNamespace(
        cuda=SimpleNamespace(is_available=lambda: there),
        use_deterministic_algorithms=asked.append,
    )
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert torch_device() == device
    assert asked == [True] * there
