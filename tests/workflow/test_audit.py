"""The audit names every file that cannot be vouched for, and nothing else fails."""

import json
import re

import pytest

from tests.workflow.project import ToyProject

# in one process: what takes the time of an audit's is to load what it needs
_FLIP_ONE_AFTER_ANOTHER = """
import os, sys
from pathlib import Path
from workflow_engine.provenance.audit import audit
from workflow_engine.provenance.project import Project

for name in sys.argv[1:]:
    path = Path("results", name)
    status, content = path.stat(), path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    (report,) = audit(Project.find(), [])
    if str(path) in {failed for failed, _ in report.failures}:
        print(name)
    path.write_bytes(content)
"""


def test_a_flipped_byte_of_any_file_is_named(toy: ToyProject) -> None:
    files = sorted(toy.contents())
    assert len(files) > 20
    named = toy.run("python", "-c", _FLIP_ONE_AFTER_ANOTHER, *files).stdout.splitlines()
    assert named == files
    assert toy.audit() == (0, [])


@pytest.mark.parametrize(
    "name",
    ["alpha/models/rate_1.json", "alpha/figures/alpha_sums.json", "alpha/metrics.json"],
)
def test_a_missing_file_is_named(toy: ToyProject, name: str) -> None:
    (toy.root / "results" / name).unlink()
    code, failures = toy.audit()
    assert code == 1
    assert any(path == f"results/{name}" and "missing" in reason for path, reason in failures)


def test_a_missing_record_is_named(toy: ToyProject) -> None:
    (toy.root / "results/alpha/provenance/train/1.json").unlink()
    code, failures = toy.audit()
    assert code == 1
    assert any(p == "results/alpha/models/rate_1.json" and "no record" in r for p, r in failures)
    assert "alpha_train" in toy.planned()


@pytest.mark.parametrize("name", ["alpha/models/mine.json", "notes.txt", "gamma/data/x.csv"])
def test_a_foreign_file_is_named_and_left_alone(toy: ToyProject, name: str) -> None:
    path = toy.root / "results" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    toy.snakemake()
    code, failures = toy.audit()
    assert code == 1
    assert any(p == f"results/{name}" and "foreign" in r for p, r in failures)
    assert path.read_text() == "mine"


def test_stale_parameters_code_and_inputs_are_told_apart(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 9")
    toy.edit("src/compsparse/studies/beta/evaluate.py", '"sum": sum(', '"sum": 1 + sum(')
    _, failures = toy.audit()
    reasons = dict(failures)
    assert re.match("params: offset was 1, is 9", reasons["results/alpha/models/rate_1.json"])
    assert reasons["results/beta/tables/sums.json"].startswith("code: ")


def test_a_file_and_its_record_forged_together_contradict_dvc_lock(toy: ToyProject) -> None:
    from workflow_engine.provenance.canonical import digest
    from workflow_engine.provenance.hashes import sha256

    figure = toy.root / "results/alpha/figures/alpha_sums.json"
    figure.write_text('["#"]\n')
    record = toy.root / "results/alpha/provenance/render/alpha_sums.json"
    body = json.loads(record.read_text())
    body["outputs"] = {"alpha/figures/alpha_sums.json": sha256(figure)}
    del body["sha256"]
    body["sha256"] = digest(body)
    record.write_text(json.dumps(body, indent=1, sort_keys=True) + "\n")
    code, failures = toy.audit()
    assert code == 1
    assert any("dvc.lock" in reason for _, reason in failures)


def test_uncommitted_records_are_a_notice_or_a_failure(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 9")
    toy.repro()
    done = toy.run("compsparse", "audit")
    assert "notice" in done.stdout
    assert toy.run("compsparse", "audit", "--committed", check=False).returncode == 1
    toy.commit("new results")
    assert "notice" not in toy.run("compsparse", "audit", "--committed").stdout


def test_only_the_given_paths_are_judged(toy: ToyProject) -> None:
    (toy.root / "results/beta/models/rate_4.json").write_text("[]\n")
    assert toy.audit("results/alpha") == (0, [])
    assert toy.audit("results/beta/models/rate_4.json")[0] == 1


def test_what_was_made_from_a_stale_file_is_named_alone_too(toy: ToyProject) -> None:
    figure = "results/alpha/figures/alpha_sums.json"
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    reason = "upstream: was made from alpha/tables/sums.json, which does not hold"
    lock = "dvc.lock: alpha.generate.clip is 60, params.yaml says 50; "
    code, failures = toy.audit(figure)
    assert code == 1 and failures[0] == (figure, reason)
    assert [(path, words[: len(lock)]) for path, words in failures[1:]] == [("dvc.lock", lock)]


def test_a_path_that_is_no_result_is_refused_in_words(toy: ToyProject) -> None:
    done = toy.run("compsparse", "audit", "src", check=False)
    assert done.returncode == 2
    assert "no output root" in done.stdout and "Traceback" not in done.stdout


def test_trace_prints_the_whole_chain(toy: ToyProject) -> None:
    text = toy.run("compsparse", "trace", "results/alpha/figures/alpha_sums.json").stdout
    for step in ("render/alpha_sums", "evaluate", "prune/50.pruned", "train/1", "generate"):
        assert f"made by alpha/{step}" in text
    for value in ("root_seed = 0", "clip = 60", "factor = 2", "code ", "environment "):
        assert value in text
    chain = json.loads(
        toy.run("compsparse", "trace", "--json", "results/alpha/figures/alpha_sums.json").stdout
    )
    while chain["from"]:
        chain = chain["from"][0]
    assert chain["step"] == "alpha/generate/all" and "root_seed" in chain["params"]


def test_trace_of_a_foreign_file_says_so(toy: ToyProject) -> None:
    (toy.root / "results/alpha/figures/mine.png").write_text("x")
    done = toy.run("compsparse", "trace", "results/alpha/figures/mine.png", check=False)
    assert done.returncode == 2 and "no record names this file" in done.stdout


def test_a_reader_that_has_seen_enough_is_no_error(toy: ToyProject) -> None:
    figure = "results/alpha/figures/alpha_sums.json"
    done = toy.run("bash", "-c", f"compsparse trace {figure} | head -1; echo ${{PIPESTATUS[0]}}")
    assert done.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in done.stdout
