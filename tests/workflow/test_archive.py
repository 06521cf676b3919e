"""An archive is a valid crate, has the same bytes each time, and holds elsewhere."""

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY, ToyProject

VALIDATOR = REPOSITORY / ".venv/crate/bin/python"
ALL, ONE, BARE = (), ("alpha_sums",), ("--without-data",)


@pytest.fixture(scope="module")
def once(built: ToyProject, tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """The built toy with a citation, committed; do not change it."""
    project = built.copied(tmp_path_factory.mktemp("archived") / "project")
    shutil.copy(REPOSITORY / "CITATION.cff", project.root)
    project.commit("citation")
    return project


@pytest.fixture
def cited(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy to do anything with."""
    return once.copied(tmp_path / "project")


@pytest.fixture(scope="module")
def archives(
    once: ToyProject, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, ...], Path]:
    folder = tmp_path_factory.mktemp("archives")
    found = {words: folder / f"{number}.zip" for number, words in enumerate((ALL, ONE, BARE))}
    for words, path in found.items():
        once.run("compsparse", "archive", *words, "--to", str(path))
    return found


def unpacked(path: Path, folder: Path) -> ToyProject:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return ToyProject(folder)


def graph(path: Path) -> list[dict]:
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read("ro-crate-metadata.json"))["@graph"]


@pytest.mark.skipif(not VALIDATOR.exists(), reason="no roc-validator here: `make crate`")
@pytest.mark.parametrize("words", [ALL, ONE, BARE])
def test_it_is_a_provenance_run_crate(
    words: tuple[str, ...], archives: dict[tuple[str, ...], Path]
) -> None:
    script = Path(__file__).with_name("validate_crate.py")
    command = [VALIDATOR, script, archives[words]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["valid"], done.stderr


@pytest.mark.parametrize("words", [ALL, ONE])
def test_elsewhere_an_audit_holds_and_a_changed_byte_is_named(
    words: tuple[str, ...], archives: dict[tuple[str, ...], Path], tmp_path: Path
) -> None:
    project = unpacked(archives[words], tmp_path / "elsewhere")
    assert project.audit() == (0, [])
    assert project.audit("alpha_sums") == (0, [])
    project.run("compsparse", "trace", "alpha_sums")
    place = "results/alpha/models/rate_1.json"
    (project.root / place).write_text("{}")
    code, failures = project.audit()
    assert code == 1 and place in dict(failures)


def test_one_result_comes_with_what_it_was_made_from_and_nothing_else(
    once: ToyProject, archives: dict[tuple[str, ...], Path], tmp_path: Path
) -> None:
    there = set(unpacked(archives[ONE], tmp_path / "elsewhere").contents())
    assert {"alpha/data/numbers.json", "alpha/provenance/train/1.json"} < there
    assert "alpha/figures/alpha_sums.json" in there and "alpha/claims.json" not in there
    assert there < set(once.contents()) and {path.split("/")[0] for path in there} == {"alpha"}


def test_the_mark_of_one_result_hides_nothing_from_a_comparison_with_the_commit(
    cited: ToyProject,
) -> None:
    (cited.root / "results/.extract").write_text("alpha_sums\n")
    (cited.root / "results/alpha/models/rate_1.json").unlink()
    assert cited.audit("--committed")[0] == 1


def test_without_data_records_stand_for_them(
    archives: dict[tuple[str, ...], Path], tmp_path: Path
) -> None:
    project = unpacked(archives[BARE], tmp_path / "elsewhere")
    said = project.run("compsparse", "audit", check=False).stdout
    assert "all that is here holds" in said and "data not pulled" in said
    named = {entity["@id"]: entity for entity in graph(archives[BARE])}
    lacking = named["#results/alpha/data/numbers.json"]
    assert lacking["@type"] == "CreativeWork" and len(lacking["sha256"]) == 64


def test_the_bytes_are_the_same_elsewhere_and_at_another_time(
    cited: ToyProject, archives: dict[tuple[str, ...], Path]
) -> None:
    cited.run("touch", "params.yaml", "results/alpha/data/numbers.json")
    cited.run("compsparse", "archive", "--to", "new/all.zip")
    assert (cited.root / "new/all.zip").read_bytes() == archives[ALL].read_bytes()
    with zipfile.ZipFile(archives[ALL]) as archive:
        assert archive.namelist() == sorted(archive.namelist())
        assert {about.date_time for about in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_actions_say_what_was_measured_and_else_no_time(
    cited: ToyProject, archives: dict[tuple[str, ...], Path]
) -> None:
    measured = [e for e in graph(archives[ALL]) if "resourceUsage" in e]
    assert "#alpha/train/1" in {entity["@id"] for entity in measured}
    shutil.rmtree(cited.root / "results/.costs")
    cited.run("compsparse", "archive", "--to", "all.zip")
    without = graph(cited.root / "all.zip")
    assert not [e for e in without if {"resourceUsage", "startTime", "endTime"} & e.keys()]
    assert len([e for e in without if e["@type"] == "ControlAction"]) == len(
        list(cited.root.glob("results/*/provenance/*/*.json"))
    )


def no_data(project: ToyProject) -> None:
    for study in ("alpha", "beta"):
        for folder in ("data", "models", "figures"):
            shutil.rmtree(project.root / f"results/{study}/{folder}")


def other_code(project: ToyProject) -> None:
    project.edit("src/compsparse/studies/alpha/train.py", "def run", "EDITED = 1\n\n\ndef run")
    project.commit("an edit after the run")


@pytest.mark.parametrize(
    ("spoil", "words", "said"),
    [
        (lambda p: None, ["alpha_sum"], "Did you mean 'alpha_sums'?"),
        (lambda p: (p.root / "all.zip").touch(), [], "all.zip exists"),
        (lambda p: p.edit("params.yaml", "clip: 70", "clip: 71"), [], "Only what is committed"),
        (other_code, ["alpha_sums"], "Only what is committed and holds"),
        (no_data, [], "--without-data"),
        (lambda p: shutil.rmtree(p.root / ".git"), [], "make it in a git clone"),
        (lambda p: p.run("git", "rm", "-q", "CITATION.cff"), [], "CITATION.cff"),
    ],
)
def test_what_is_in_the_way_is_told_in_a_sentence(
    cited: ToyProject, spoil: Callable[[ToyProject], None], words: list[str], said: str
) -> None:
    spoil(cited)
    if said == "CITATION.cff":
        cited.commit("no citation")
    done = cited.run("compsparse", "archive", *words, "--to", "all.zip", check=False)
    assert done.returncode == 2 and said in done.stdout
    assert len(done.stdout.splitlines()) == 1 and "Traceback" not in done.stdout
    written = cited.root / "all.zip"
    assert not written.exists() or written.stat().st_size == 0
