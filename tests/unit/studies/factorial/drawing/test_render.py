"""Every render step gives the same bytes again, sets its type apart, and refuses wrong inputs."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from tests.unit.studies.drawing import headline_inputs, require_legible
from tests.unit.studies.factorial.drawing.conftest import PARAMS, STEPS
from workflow_engine.artifacts.pictures import encode

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[str, pd.DataFrame], Figure]

EACH_STEP = pytest.mark.parametrize("name", STEPS)
RENDER_FOLDER = """
import hashlib, importlib, json, sys
from pathlib import Path
from workflow_engine.artifacts.pictures import encode
digests = {}
for name, (module, inputs, params) in json.loads(sys.argv[1]).items():
    step = importlib.import_module(module)
    figures = step.run({key: Path(path) for key, path in inputs.items()}, **params)
    digests[name] = [
        hashlib.sha256(encode(Path(f"{name}.{kind}"), figures[kind])).hexdigest()
        for kind in ("svg", "png")
    ]
print(json.dumps(digests))
"""


@cache  # of the figures that all tests share, asked for twice; a figure is known by its identity
def digests(figure: Figure) -> list[str]:
    pictures = (encode(Path(f"figure.{kind}"), figure) for kind in ("svg", "png"))
    return [hashlib.sha256(picture).hexdigest() for picture in pictures]


@EACH_STEP
def test_same_bytes_again(
    name: str, tables: dict[str, pd.DataFrame], figures: dict[str, Figure], draw: Draw
) -> None:
    assert digests(figures[name]) == digests(draw(name, tables[name]))
    assert pyplot.get_fignums() == []


@pytest.mark.dear
def test_same_bytes_in_another_process(folder: Path) -> None:
    # not this one: pytest's plugins have loaded numpy before it was told which instructions to use
    steps = {}
    for name, step in STEPS.items():
        files, of_result = headline_inputs(step.run, folder)
        inputs = {key: str(path) for key, path in files.items()}
        inputs["table"] = str(folder / f"{name}.csv")
        steps[name] = [step.__name__, inputs, PARAMS.get(name, {}) | of_result]
    command = [sys.executable, "-c", RENDER_FOLDER, json.dumps(steps)]
    first, other = (
        subprocess.run(
            command,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert json.loads(first) == json.loads(other)


@EACH_STEP
def test_texts_are_apart_and_inside(name: str, figures: dict[str, Figure]) -> None:
    require_legible(figures[name])


@EACH_STEP
def test_missing_column_is_named(name: str, tables: dict[str, pd.DataFrame], draw: Draw) -> None:
    step = STEPS[name]
    for column in getattr(step.run, "columns", None) or step.COLUMNS:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            draw(name, tables[name].drop(columns=column))
