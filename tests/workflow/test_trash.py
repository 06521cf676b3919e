"""Questions change nothing; what a sweep takes away comes back; other studies are left alone."""

import shutil
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject

# the others are told from runs in tests/unit/workflow_engine/provenance/test_command_line.py
QUESTIONS = [
    ["--list-r"],
    ["--summary"],
    ["--lint"],
    ["--dag"],
    ["--report", "report.html"],
    ["--unlock"],
    ["--touch"],
    ["-n"],
]


def orphaned(toy: ToyProject) -> dict[str, str]:
    """Take a sweep value out; return the files that nobody asks for any more."""
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2]")
    of_it = ("models/rate_3.json", "models/history_3.json", "provenance/train/3.json")
    return {p: sha for p, sha in toy.contents().items() if p.endswith(of_it)}


def trash(toy: ToyProject, out: str = "results") -> list[str]:
    """Return the dates in the trash."""
    folder = toy.root / out / ".trash"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


@pytest.mark.dear
def test_no_question_to_snakemake_changes_results(toy: ToyProject) -> None:
    orphaned(toy)
    manifest = toy.root / "results/.manifest.json"
    (toy.root / "results/.lock").unlink()
    manifest.unlink()
    before = toy.contents()
    for question in QUESTIONS:
        toy.run("snakemake", *question, check=False)
        assert toy.contents() == before, question
        assert trash(toy) == [], question
        assert not manifest.exists() and not (toy.root / "results/.lock").exists(), question


def test_a_question_does_not_wait_for_a_run(toy: ToyProject) -> None:
    import fcntl

    with (toy.root / "results/.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "alpha_train" in toy.run("snakemake", "--list-rules").stdout


@pytest.mark.dear
def test_what_was_swept_is_told_in_one_line_and_comes_back(toy: ToyProject) -> None:
    before = toy.contents()
    gone = orphaned(toy)
    foretold = "alpha: 3 files nobody asks for any more (1 of them in git) will be moved to"
    assert foretold in toy.snakemake("-n")
    text = toy.snakemake()
    date = trash(toy)[0]
    assert (
        f"alpha: 3 files nobody asks for any more (1 of them in git) moved to results/.trash/{date}"
        "; `compsparse restore` brings them back.\n" in text
    )
    assert gone.keys().isdisjoint(toy.contents())
    assert [why for _, why in toy.audit()[1] if not why.startswith("dvc.lock:")] == []
    assert "results/.trash" not in toy.run("git", "status", "--porcelain", "-uall").stdout
    listed = toy.run("compsparse", "restore", "--list").stdout
    assert listed == f"{date}: 3 files\n"
    listed = toy.run("compsparse", "restore", "--list", date).stdout
    assert set(listed.split()) == {f"results/{path}" for path in gone}
    told = toy.run("compsparse", "restore").stdout
    assert told.startswith(
        f"3 files of {date} brought back to results. The next run moves them away"
    )
    assert {path: toy.contents()[path] for path in gone} == gone
    assert trash(toy) == []
    # the value is asked for again: nothing has to be trained
    toy.run("git", "checkout", "-q", "params.yaml")
    assert "alpha_train" not in toy.planned()
    toy.snakemake()
    assert toy.contents() == before
    done = toy.run("compsparse", "restore", check=False)
    assert done.returncode == 0 and "is empty" in done.stdout


def test_files_that_were_made_again_are_not_written_over(toy: ToyProject) -> None:
    gone = orphaned(toy)
    toy.snakemake()
    toy.edit("params.yaml", "rates: [1, 2]", "rates: [1, 2, 3]")
    toy.edit("params.yaml", "offset: 1", "offset: 2")
    toy.snakemake()
    made = toy.contents()
    done = toy.run("compsparse", "restore", check=False)
    assert done.returncode == 2 and "Nothing was brought back" in done.stdout
    assert "Traceback" not in done.stdout
    assert toy.contents() == made and len(trash(toy)) == 1
    assert any(made[path] != gone[path] for path in gone)


@pytest.mark.dear
def test_a_run_sweeps_only_the_studies_that_it_was_asked_for(toy: ToyProject) -> None:
    gone = orphaned(toy)
    for words in (["beta"], ["beta_sums"], ["results/beta/tables/sums.json"]):
        assert "alpha" not in toy.snakemake("-n", *words)
        toy.snakemake(*words)
        assert trash(toy) == [] and gone.items() <= toy.contents().items()
    toy.snakemake("alpha_sums")
    assert len(trash(toy)) == 1 and gone.keys().isdisjoint(toy.contents())


def test_a_study_that_is_switched_off_goes_only_when_it_is_named(toy: ToyProject) -> None:
    before = toy.contents()
    done = toy.run("compsparse", "sweep", "beta", check=False)
    assert done.returncode == 2 and "is in the list `studies`" in done.stdout
    toy.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha]")
    toy.snakemake()
    toy.run("compsparse", "sync")
    assert toy.contents() == before and trash(toy) == []
    text = toy.run("compsparse", "sweep", "beta").stdout
    of_beta = [path for path in before if path.startswith("beta/")]
    assert text.startswith(f"beta: {len(of_beta)} files moved to results/.trash/{trash(toy)[0]}")
    assert {path.split("/")[0] for path in toy.contents()} == {"alpha"}
    assert "nothing was moved" in toy.run("compsparse", "sweep", "beta").stdout
    toy.run("compsparse", "restore")
    assert toy.contents() == before


def test_without_git_nothing_is_said_of_it(toy: ToyProject) -> None:
    shutil.rmtree(toy.root / ".git")
    orphaned(toy)
    assert "alpha: 3 files nobody asks for any more moved to results/.trash/" in toy.snakemake()


@pytest.mark.dear
def test_another_root_has_a_trash_of_its_own(toy: ToyProject, tmp_path: Path) -> None:
    out = str(tmp_path / "my folder")
    toy.snakemake("alpha", "--config", f"out={out}")
    before = toy.contents(out)
    orphaned(toy)
    text = toy.snakemake("alpha", "--config", f"out={out}")
    assert f"`compsparse restore --out '{out}'` brings them back." in text
    assert trash(toy) == []
    toy.edit("params.yaml", "rates: [1, 2]", "rates: [1, 2, 3]")
    assert "3 files" in toy.run("compsparse", "restore", "--out", out).stdout
    toy.snakemake("alpha", "--config", f"out={out}")
    assert toy.contents(out) == before
    done = toy.run("compsparse", "restore", "--out", "src", check=False)
    assert done.returncode == 2 and "src is no output root" in done.stdout


@pytest.mark.parametrize("where", ["folder", "file"])
def test_a_link_below_the_root_loses_nothing_outside(
    toy: ToyProject, tmp_path: Path, where: str
) -> None:
    outside = tmp_path / "outside"
    place = toy.root / "results/alpha/models"
    if where == "folder":
        place.rename(outside)
        place.symlink_to(outside)
    else:
        outside.mkdir()
        (place / "rate_3.json").rename(outside / "rate_3.json")
        (place / "rate_3.json").symlink_to(outside / "rate_3.json")
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2]")
    toy.run("snakemake", "-n", check=False)
    toy.run("compsparse", "sync", check=False)
    assert (outside / "rate_3.json").is_file()
