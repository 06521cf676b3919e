"""``python -m compsparse.studies.regime FILE``: what it prints and writes, and how it ends."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from compsparse.own_data.record import find_record
from compsparse.studies.regime.__main__ import main
from tests.house_plan import ROOT
from tests.unit.studies.regime.own_target.small import PARAMS
from workflow_engine.artifacts.tables import read_table

GENOME = ROOT / "workflow/targets/two_objects.json"
Call = Callable[..., int]


@pytest.fixture
def params(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(PARAMS)
    return path


@pytest.fixture
def call(params: Path, tmp_path: Path) -> Call:
    def called(file: Path, *options: str, out: str = "out") -> int:
        common = ["--params", str(params), "--out", str(tmp_path / out)]
        return main([str(file), *common, "--seeds", "2", *options])

    return called


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "stripes.png"
    colours = np.zeros((40, 40, 3), dtype=np.uint8)
    colours[::8] = [200, 30, 60]
    Image.fromarray(colours).save(path)
    return path


def test_a_genome_is_answered(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(GENOME) == 0
    printed = capsys.readouterr()
    head, first, second, *others = printed.out.splitlines()
    assert "two_objects.json: 0 of 2 dense networks paint it" in head
    assert first.startswith("pruned to 100 weights: SP, units merged 0 of 2; random 0 of 2")
    assert second.startswith("pruned to 60 weights:")
    by_depth = next(line for line in others if "hidden layers" in line)
    assert by_depth.startswith("4 hidden layers of 6 units: ")
    assert "sigmoid" in by_depth and by_depth.endswith(" hidden nodes)")
    assert (
        sum(
            "over random: not told, since of SP, units merged and random fewer" in line
            for line in others
        )
        == 2
    )
    phases = [line for line in printed.err.splitlines() if "kinds of networks" in line]
    assert [line.partition(": ")[2] for line in phases] == ["dense", "SP, units merged", "random"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "networks.csv",
        "record.json",
        "regime.png",
    ]
    assert find_record(tmp_path / "out") is not None
    table = read_table(tmp_path / "out" / "networks.csv")
    assert table.groupby("kind").size().to_dict() == {"dense": 2, "similarity": 4, "random": 4}
    dense = table[table["kind"] == "dense"]
    assert dense["count"].tolist() == [150, 150] and dense["excess"].tolist() == [0, 0]
    assert table["alignment"].notna().all()


def test_a_picture_has_no_parts_and_the_same_seed_gives_the_same_bytes(
    call: Call, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out, seed in (("first", "5"), ("again", "5"), ("other", "6")):
        assert call(picture, "--seed", seed, "--depth", "5", "--steps", "0.001", out=out) == 0
    printed = capsys.readouterr().out
    assert printed.count("no known parts") == printed.count("5 hidden layers") == 3
    for name in ("networks.csv", "regime.png"):
        first, again, other = (
            (tmp_path / out / name).read_bytes() for out in ("first", "again", "other")
        )
        assert first == again != other
    table = read_table(tmp_path / "first" / "networks.csv")
    assert (table.loc[table["kind"] == "dense", "count"] == 186).all()
    assert table["alignment"].isna().all() and table["survival"].notna().all()


def _picture(folder: Path, columns: int, rows: int) -> Path:
    path = folder / "picture.png"
    Image.fromarray(np.zeros((rows, columns, 3), dtype=np.uint8)).save(path)
    return path


def _text(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: folder / "none.json", ["none.json", "does not exist"]),
        (lambda folder: folder / "none.png", ["none.png", "does not exist"]),
        (lambda folder: _text(folder, "face.gif", "GIF89a"), ["face.gif", "no genome"]),
        (lambda folder: _picture(folder, 20, 20), ["picture.png", "one colour"]),
        (lambda folder: _picture(folder, 20, 30), ["picture.png", "20 x 30", "square"]),
        (lambda folder: _text(folder, "a.png", "text"), ["a.png", "no genome by its content"]),
        (lambda folder: _text(folder, "a.json", "{"), ["a.json", "JSON"]),
        (
            lambda folder: _text(folder, "a.json", GENOME.read_text().replace("gaussian", "step")),
            ["a.json", "'step'", "allowed", "'sin'"],
        ),
    ],
    ids=[
        "no_genome",
        "no_picture",
        "kind",
        "one_colour",
        "not_square",
        "no_png",
        "no_json",
        "activation",
    ],
)
def test_a_file_that_is_no_target(
    make: Callable[[Path], Path],
    words: list[str],
    call: Call,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert call(make(tmp_path)) == 2
    printed = capsys.readouterr()
    assert [word for word in words if word not in printed.err] == []
    assert printed.err.count("\n") == 1 and "snakemake" not in printed.err
    assert printed.out == ""
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--depth", "3"], ["--depth", "'3'", "from 4 to 33"]),
        (["--depth", "34"], ["'34'"]),
        (["--depth", "predict"], ["'predict'"]),
        (["--seeds", "1"], ["from 2 to 16"]),
        (["--seed", "-1"], ["--seed"]),
        (["--steps", "0"], ["above 0 and at most 1"]),
        (["--steps", "nan"], ["'nan'"]),
        (["--other"], ["--other"]),
    ],
)
def test_wrong_options(
    options: list[str], words: list[str], call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call(GENOME, *options)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert [word for word in words if word not in said] == []
    assert said.count("\n") == 1


def test_a_folder_that_cannot_be_written_to(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for out in ("file", "file/below"):
        assert call(GENOME, out=out) == 2
        said = capsys.readouterr().err
        assert f"{out}: This folder cannot be written to" in said and said.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("regime:", "other:", ["section regime", "networks", "missing"]),
        ("predictor:", "other:", ["depth.predictor.artifacts", "missing"]),
        ("sweeps: {weights: 4", "sweeps: {weights: 0", ["sweeps", "0"]),
        ("gaussian: 2", "step: 2", ["'step'", "known"]),
        ("[100, 60]", "[100, 6]", ["100 and 6 weights", "allow 7", "alive"]),
        ("[100, 60]", "[150, 60]", ["150 and 60 weights", "to 149"]),
    ],
)
def test_parameters_that_do_not_fit(
    old: str,
    new: str,
    words: list[str],
    params: Path,
    picture: Path,
    call: Call,
    capsys: pytest.CaptureFixture[str],
) -> None:
    params.write_text(PARAMS.replace(old, new))
    assert call(picture) == 2
    said = capsys.readouterr().err
    assert [word for word in words if word not in said] == []
    assert said.count("\n") == 1


def test_without_a_project_the_parameters_are_those_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([str(GENOME), "--check"]) == 0
    assert "3 dense networks of 8 hidden layers" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_depth_is_predicted_only_where_the_line_was_fitted(
    call: Call, params: Path, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(picture, "--depth", "predicted", "--check") == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{picture}: Its complexity is 0.0") and said.count("\n") == 1
    assert "0.2 to 0.3 only" in said and "--depth 4" in said
    params.write_text(PARAMS.replace("complexity: 0.2,", "complexity: 0.001,"))
    assert call(picture, "--depth", "predicted", "--check") == 0
    assert " of 4 hidden layers " in capsys.readouterr().out


def test_programs_get_what_people_are_told(
    call: Call, picture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(picture, "--steps", "0.001", "--json") == 0
    answer = json.loads(capsys.readouterr().out)["answer"]
    assert (answer["hidden_layers"], answer["least_ssim_that_paints"]) == (4, 0.85)
    assert [(row["kind"], row["round"], row["networks"]) for row in answer["networks"]] == [
        ("dense", 0, 2),
        ("similarity", 1, 2),
        ("similarity", 2, 2),
        ("random", 1, 2),
        ("random", 2, 2),
    ]
    assert {row["over"] for row in answer["differences"]} == {"random", "dense"}


def test_one_insists_on_a_picture_of_one_colour(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _picture(tmp_path, 20, 20)
    assert call(path, "--check") == 2
    assert call(path, "--check", "--as-is") == 0
    assert capsys.readouterr().out.endswith("checked; nothing was done.\n")


def test_ctrl_c_ends_it_with_one_line(params: Path, picture: Path, tmp_path: Path) -> None:
    params.write_text(PARAMS.replace("steps: 40", "steps: 1000000"))
    command = [sys.executable, "-m", "compsparse.studies.regime", str(picture)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        [*command, "--params", str(params)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stderr is not None and running.stdout is not None
        assert running.stderr.readline().startswith("1 of 3 kinds of networks: dense")
        running.send_signal(signal.SIGINT)
        said = running.stderr.read()
        assert running.wait(30) == 130
        assert running.stdout.read() == ""
    assert said.startswith("Stopped by Ctrl-C: nothing is written") and said.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.yaml", "stripes.png"]
