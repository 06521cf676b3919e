"""What someone might do to pass the audit, and what it says then."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.hashes import sha256

FIGURE = "alpha/figures/alpha_sums.json"
RECORD = "alpha/provenance/render/alpha_sums.json"


def forge(root: Path, file: str = FIGURE, record: str = RECORD, text: str = '["#"]\n') -> None:
    """Change a result and close its record over the new bytes, as an attacker would."""
    (root / file).write_text(text)
    body = json.loads((root / record).read_text())
    body["outputs"][file] = sha256(root / file)
    del body["sha256"]
    body["sha256"] = digest(body)
    text = json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    (root / record).write_text(text)


def asked(toy: ToyProject, *arguments: str) -> tuple[int, str]:
    """Return exit code and text of an audit."""
    done = toy.run("compsparse", "audit", *arguments, check=False)
    assert "Traceback" not in done.stdout
    return done.returncode, done.stdout


# ---- scratch roots ----


@pytest.fixture
def scratch(toy: ToyProject) -> ToyProject:
    """A project with a run at another scale beside its results."""
    toy.snakemake("--config", "scale=smoke")
    return toy


@pytest.mark.dear
def test_scratch_roots_are_audited_against_their_own_plan(scratch: ToyProject) -> None:
    smoke = scratch.root / "results/.scratch/smoke"
    code, before = asked(scratch, "results/.scratch")
    assert code == 0 and "results/.scratch/smoke: " in before and " 0 files" not in before
    (smoke / FIGURE).write_text("[]\n")
    for place in ("results/.scratch", f"results/.scratch/smoke/{FIGURE}"):
        code, text = asked(scratch, place)
        assert code == 1 and f"FAIL    results/.scratch/smoke/{FIGURE}: content" in text, text
    # results/ itself is another root
    assert asked(scratch)[0] == 0
    (smoke / ".root.json").unlink()
    for place in ("results/.scratch", "results/.scratch/smoke", f"results/.scratch/smoke/{FIGURE}"):
        code, text = asked(scratch, place)
        assert code == 2 and ".root.json" in text and "all hold" not in text, text
        mark = re.search(r"\{.*\}", text)
        assert mark is not None
    # what the message says brings it back
    (smoke / ".root.json").write_text(mark.group())
    scratch.snakemake("--config", "scale=smoke")
    assert asked(scratch, "results/.scratch") == (0, before)


def test_what_nobody_has_asked_for_in_a_scratch_root_is_no_failure(toy: ToyProject) -> None:
    smoke = "results/.scratch/smoke"
    toy.snakemake(f"{smoke}/alpha/claims.json", "--config", "scale=smoke")
    code, text = asked(toy, "results/.scratch")
    assert code == 0 and "planned files of study beta not made here" in text, text
    code, text = asked(toy, f"{smoke}/{FIGURE}")
    assert code == 1 and "no record" in text
    assert asked(toy, f"{smoke}/beta")[0] == 2
    # a file without a record was not made by a run
    (toy.root / smoke / "beta/models").mkdir(parents=True)
    (toy.root / smoke / "beta/models/rate_4.json").write_text("[]\n")
    assert asked(toy, "results/.scratch")[0] == 1


def test_a_mark_inside_of_results_hides_nothing(toy: ToyProject) -> None:
    shutil.copy(toy.root / "params.yaml", toy.root / "results/alpha/.root.json")
    assert asked(toy)[0] == 1


def test_nothing_selected_is_a_wrong_call(toy: ToyProject) -> None:
    for name in (".snakemake", "results/.tmp", "results/empty", "results/alpha/tables/none.csv"):
        if name.startswith("results/.") or name.endswith("empty"):
            (toy.root / name).mkdir(exist_ok=True)
        code, text = asked(toy, name)
        assert code == 2 and "all hold" not in text, text


def test_a_planned_file_that_is_missing_is_a_failure_when_named(toy: ToyProject) -> None:
    path = toy.root / "results" / FIGURE
    path.unlink()
    code, text = asked(toy, f"results/{FIGURE}")
    assert code == 1 and f"FAIL    results/{FIGURE}: content" in text
    shutil.rmtree(path.parent)
    assert asked(toy, "results/alpha/figures")[0] == 1


def test_a_study_off_the_list_is_one_notice(toy: ToyProject) -> None:
    toy.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha]")
    code, text = asked(toy)
    assert code == 0, text
    files = sum(name.startswith("beta/") for name in toy.contents())
    notice = f"study beta is not in the list `studies` of params.yaml: {files} files neither"
    assert text.count(notice) == 1 and "orphan" not in text


# ---- git ----


def test_code_that_is_not_committed_is_named(toy: ToyProject) -> None:
    toy.edit("src/compsparse/studies/alpha/arithmetic.py", "return", "return 0 +")
    toy.repro()
    toy.run("git", "add", "results", "dvc.lock")
    toy.run("git", "commit", "-q", "-m", "results without the edit that made them")
    code, text = asked(toy, "--committed")
    assert code == 1
    assert "FAIL    src/compsparse/studies/alpha/arithmetic.py: git:" in text
    code, text = asked(toy)
    assert code == 0 and "src/compsparse/studies/alpha/arithmetic.py" in text


@pytest.mark.parametrize("trick", ["assume-unchanged", "skip-worktree", "stat", "replace"])
def test_tricks_with_gits_index_hide_nothing(toy: ToyProject, trick: str) -> None:
    table = "results/alpha/tables/sums.json"
    path = toy.root / table
    status, old = path.stat(), path.read_text()
    new = old.replace("1", "2", 1)
    assert new != old and len(new) == len(old)
    if trick == "stat":
        for name, value in (("checkStat", "minimal"), ("trustctime", "false")):
            toy.run("git", "config", f"core.{name}", value)
        toy.run("git", "status")
    elif trick == "replace":
        blob = toy.run("git", "rev-parse", f"HEAD:{table}").stdout.strip()
        path.write_text(new)
        other = toy.run("git", "hash-object", "-w", table).stdout.strip()
        toy.run("git", "replace", blob, other)
    else:
        toy.run("git", "update-index", f"--{trick}", table)
    path.write_text(new)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    failures = toy.audit("--committed")[1]
    assert any(name == table and reason.startswith("git:") for name, reason in failures)


@pytest.mark.parametrize(
    "name",
    ["src/compsparse/mine.py", "workflow/claims/mine.yaml", "results/alpha/tables/mine.csv"],
)
def test_files_that_the_commit_lacks_are_named(toy: ToyProject, name: str) -> None:
    (toy.root / name).write_text("mine\n")
    (toy.root / ".git/info/exclude").write_text("mine*\n")
    failures = toy.audit("--committed")[1]
    assert any(path == name and reason.startswith("git:") for path, reason in failures)


def test_folders_of_tools_are_no_code(toy: ToyProject) -> None:
    for name in ("src/compsparse/__pycache__/x.pyc", "src/compsparse.egg-info/PKG-INFO"):
        (toy.root / name).parent.mkdir(exist_ok=True)
        (toy.root / name).write_text("")
    assert toy.audit("--committed") == (0, [])


# ---- forgeries ----


def test_no_remedy_blesses_a_forgery(toy: ToyProject) -> None:
    forge(toy.root / "results")
    code, text = asked(toy)
    assert code == 1
    line = next(line for line in text.splitlines() if "dvc.lock: " in line)
    assert "forged" in line and "--rebuild" in line and "git diff" in line


@pytest.mark.dear
def test_rebuild_finds_a_forgery_that_dvc_has_recorded(toy: ToyProject) -> None:
    forge(toy.root / "results")
    toy.repro()
    toy.commit("laundered")
    assert asked(toy, "--committed")[0] == 0
    code, text = asked(toy, "--rebuild", "all", "results/alpha")
    assert code == 1
    assert f"FAIL    results/{FIGURE}: rebuild: made again it has other bytes" in text
    (kept,) = (toy.root / "results/.scratch").glob("rebuild-*")
    assert str(kept.relative_to(toy.root)) in text
    assert (kept / FIGURE).is_file()
    assert toy.run("compsparse", "compare", "results", str(kept), check=False).returncode == 1


@pytest.mark.dear
def test_rebuild_says_what_it_made_and_leaves_nothing(toy: ToyProject) -> None:
    code, text = asked(toy, "--rebuild", "1")
    assert code == 0, text
    assert "(1 of " in text and "chosen at random: " in text and "all bytes equal" in text
    assert not list((toy.root / "results/.scratch").glob("rebuild-*"))
    command = "compsparse audit --json --rebuild 2>/dev/null"
    (report,) = json.loads(toy.run("bash", "-c", command).stdout)
    assert len(report["rebuilt"]["chosen"]) == 3 and report["rebuilt"]["different"] == 0


@pytest.mark.dear
def test_rebuild_of_a_scratch_root_has_its_scale(scratch: ToyProject) -> None:
    code, text = asked(scratch, "results/.scratch/smoke", "--rebuild", "all")
    assert code == 0 and "all bytes equal" in text, text
    forge(scratch.root / "results/.scratch/smoke")
    assert asked(scratch, "results/.scratch/smoke")[0] == 0
    assert asked(scratch, "results/.scratch/smoke", "--rebuild", "all")[0] == 1


def test_the_last_line_of_results_is_the_root_of_all_records(toy: ToyProject) -> None:
    command = "cd results && find */provenance -name '*.json' | LC_ALL=C sort | xargs sha256sum"
    root = toy.run("bash", "-c", f"{command} | sha256sum").stdout.split()[0]
    count = len(list((toy.root / "results").glob("*/provenance/**/*.json")))
    assert asked(toy)[1].splitlines()[-1] == f"root of {count} records: {root}"
    assert json.loads(toy.run("compsparse", "audit", "--json").stdout)[0]["root_of_records"] == root


# ---- dvc.lock ----


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("factor: 2", "factor: 99", "alpha.train.factor is 99, params.yaml says 2"),
        (
            "cmd: snakemake --profile none alpha",
            "cmd: snakemake --profile none beta",
            "the command",
        ),
        ("schema: '2.0'", "schema: '3.0'", "schema"),
    ],
)
def test_what_dvc_lock_says_besides_outputs_is_checked(
    toy: ToyProject, old: str, new: str, words: str
) -> None:
    toy.edit("dvc.lock", old, new)
    code, failures = toy.audit()
    assert code == 1 and any(p == "dvc.lock" and words in r for p, r in failures), failures


def test_an_output_taken_out_of_dvc_lock_is_named(toy: ToyProject) -> None:
    lines = (toy.root / "dvc.lock").read_text().splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if "path: results/alpha/models" in line)
    end = next(i for i in range(start + 1, len(lines)) if "- path:" in lines[i])
    (toy.root / "dvc.lock").write_text("".join(lines[:start] + lines[end:]))
    code, failures = toy.audit()
    assert code == 1
    assert any(p == "dvc.lock" and "results/alpha/models" in r for p, r in failures)


@pytest.mark.dear
def test_after_dvc_commit_of_an_edit_snakemake_then_dvc_repro_cures(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 9")
    toy.run("dvc", "commit", "-f")
    toy.repro()
    code, text = asked(toy)
    assert code == 1 and "params: offset was 1, is 9" in text
    toy.snakemake()
    toy.repro()
    assert toy.audit() == (0, [])


# ---- output ----


def test_a_clone_without_data_is_told_in_one_line(built: ToyProject, tmp_path: Path) -> None:
    built.run("git", "clone", "-q", str(built.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    code, text = asked(clone)
    assert code == 1
    lines = [line for line in text.splitlines() if line.startswith("FAIL")]
    assert len(lines) == 1 and "data not pulled" in lines[0], text
    assert "all that is here holds; " in text
    (clone.root / "results/alpha/tables/sums.json").write_text("[]\n")
    code, text = asked(clone)
    assert "FAIL    results/alpha/tables/sums.json: content" in text


def test_many_failures_of_a_kind_are_counted(toy: ToyProject) -> None:
    for number in range(30):
        (toy.root / f"results/alpha/tables/mine{number:02}.csv").write_text("x")
    code, text = asked(toy)
    assert code == 1
    assert text.count("foreign: ") == 20
    assert "... and 10 more" in text and "--json" in text
    assert text.index("FAIL") < text.index("notice")
    assert sum("foreign" in reason for _, reason in toy.audit()[1]) == 30
