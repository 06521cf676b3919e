"""``python -m compsparse.studies.regime FILE``: what it prints and writes, and how it ends."""

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
from tests.unit.studies.regime.steps import GENOME, REPOSITORY
from workflow_engine.artifacts.tables import read_table

# all that is read of a file of parameters
PARAMS = """
regime:
  networks:
    units: {identity: 4, gaussian: 2}
    recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 40, pixels: 64}
    retry: {after: 0.5, error: 0.9, retries: 1}
    sweeps: 2
    reference: {runs: 2, longer: 1, stops: [0.1, 0.3, 0.6, 1.0], widths: [3, 5]}
  depth_sweep:
    prune:
      methods: [connection_similarity]
      weights: [100, 60]
      recipe: {optimizer: muon, rate: 0.01, final_rate: 0.002, steps: 20, pixels: 64}
  prediction:
    evaluate:
      artifacts:
        - {name: skull, complexity: 0.2, depth: 4}
        - {name: apple, complexity: 0.3, depth: 14}
      shallowest: 4
      deepest: 16
"""
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


@pytest.mark.dear
def test_a_genome_is_answered(
    call: Call, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(GENOME) == 0
    printed = capsys.readouterr()
    head, _, dense, *_ = printed.out.splitlines()
    assert "two_objects.json: PNG complexity 0.0" in head and "known parts" in head
    assert dense.startswith("Dense networks paint the target: 0 of 2 (SSIM ")
    by_depth = next(line for line in printed.out.splitlines() if "hidden layers" in line)
    assert by_depth.startswith("4 hidden layers (predicted") and "cut to 4 to 16" in by_depth
    assert "sigmoid" in by_depth and by_depth.endswith(" hidden nodes)")
    kinds = [line.split("  ")[0] for line in printed.out.splitlines()]
    assert {"dense", "SP-C, round 2", "SP-merge, round 1"} <= set(kinds)
    assert "12.7 times as wide" in printed.out  # t of one degree of freedom
    phases = printed.err.splitlines()
    assert [line.split(":")[0] for line in phases] == [f"{n} of 6" for n in range(1, 7)]
    assert all(line.endswith(" left") for line in phases)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "networks.csv",
        "record.json",
        "regime.png",
    ]
    assert find_record(tmp_path / "out") is not None
    table = read_table(tmp_path / "out" / "networks.csv")
    networks = table[~table["reference"]]
    assert (networks["depth"] == 4).all()
    assert networks.groupby("kind").size().to_dict() == {
        "dense": 2,
        "connection_similarity": 4,
        "unit_merging": 4,
    }
    assert networks.loc[networks["kind"] == "dense", "count"].tolist() == [150, 150]


@pytest.mark.dear
def test_a_picture_has_no_parts_and_the_same_seed_gives_the_same_bytes(
    call: Call, picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out, seed in (("first", "5"), ("again", "5"), ("other", "6")):
        assert call(picture, "--seed", seed, "--depth", "5", "--steps", "0.001", out=out) == 0
    printed = capsys.readouterr().out
    # a single step leaves nothing to compare with
    assert printed.count("no known parts") == printed.count("No excess: Got 2 reference") == 3
    for name in ("networks.csv", "regime.png"):
        first, again, other = (
            (tmp_path / out / name).read_bytes() for out in ("first", "again", "other")
        )
        assert first == again != other
    table = read_table(tmp_path / "first" / "networks.csv")
    assert (table["depth"] == 5).all()
    assert table["alignment"].isna().all() and table["score"].notna().any()


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
        (["--depth", "x"], ["'x'"]),
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
        ("regime:", "other:", ["regime.networks"]),
        ("  depth_sweep:\n", "  other:\n", ["depth_sweep.prune"]),
        ("sweeps: 2", "sweeps: 0", ["sweeps", "0"]),
        ("gaussian: 2", "step: 2", ["'step'", "known"]),
        ("widths: [3, 5]", "widths: [1, 5]", ["layer of 1 units"]),
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
    assert "3 dense networks of 4 hidden layers" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


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
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY / "src")}
    with subprocess.Popen(
        [*command, "--params", str(params)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stderr is not None and running.stdout is not None
        assert running.stderr.readline().startswith("1 of 6: dense networks")
        running.send_signal(signal.SIGINT)
        said = running.stderr.read()
        assert running.wait(30) == 130
        assert running.stdout.read() == ""
    assert said.startswith("Stopped by Ctrl-C: nothing is written") and said.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.yaml", "stripes.png"]
