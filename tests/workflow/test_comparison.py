"""`compsparse compare` after real runs: what changed, by how much, and which input caused it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.workflow.project import ToyProject
from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.record import Record


def compared(project: ToyProject, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the comparison for machines."""
    done = project.run("compsparse", "compare", "--json", *arguments, check=False)
    return done.returncode, json.loads(done.stdout)


def causes(found: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    return [(g["kind"], g["subjects"][0], g["changes"]) for g in found["causes"]]


def jobs(records: list[str]) -> list[str]:
    return [name.partition("/provenance/")[2].removesuffix(".json") for name in records]


def test_nothing_changed(toy: ToyProject) -> None:
    code, found = compared(toy, "HEAD")
    assert (code, found["outcome"], found["notes"]) == (0, "equal", [])
    assert found["files"] == found["causes"] == found["claims"] == []
    assert toy.run("compsparse", "compare", "--exact", "HEAD", "results").returncode == 0


def test_a_value_edited_between_two_commits(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 9")
    toy.snakemake()
    toy.commit("another offset")
    code, found = compared(toy, "HEAD~1", "HEAD")
    assert code == 1
    assert causes(found) == [("params", "offset", ["1 -> 9"])]
    (group,) = found["causes"]
    assert jobs(group["direct"]) == ["train/1", "train/2", "train/3"]
    assert "judge/all" in jobs(group["following"])
    assert {path["path"].split("/")[0] for path in found["files"]} == {"alpha"}
    (metric,) = found["metrics"]
    assert (metric["name"], metric["state"]) == ("alpha_sums.total", "moved")
    # the older models lie in DVC's cache, the newer ones in results
    models = [f for f in found["files"] if f["kind"] == "models"]
    assert models and all(f["difference"]["text"] for f in models)
    figure = next(f for f in found["files"] if f["kind"] == "figures")
    assert figure["causes"] == [{"kind": "params", "subject": "offset", "change": "1 -> 9"}]
    assert compared(toy, "HEAD~1")[1]["causes"] == found["causes"]


def test_a_verdict_that_changed_is_told_first(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1, factor: 2", "offset: 0, factor: 0")
    toy.snakemake()
    done = toy.run("compsparse", "compare", "HEAD", check=False)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    place = lines.index("Claims with another verdict (1)")
    assert lines[place + 1].strip() == "alpha_sums_positive"
    assert "before  holds" in lines[place + 2] and "after   fails" in lines[place + 3]
    assert "params factor 2 -> 0; params offset 1 -> 0" in lines[place + 4]
    assert len(lines) < 60


def test_edited_code_is_named_by_module(toy: ToyProject) -> None:
    toy.edit("src/compsparse/studies/beta/evaluate.py", '"sum": sum(', '"sum": 1 + sum(')
    toy.edit("src/compsparse/studies/beta/render.py", '"#" *', '"#" * 1 *')
    toy.edit("src/compsparse/studies/alpha/evaluate.py", '"sum": sum(', '"sum": 0 + sum(')
    toy.snakemake()
    code, found = compared(toy, "HEAD", "--study", "alpha")
    assert (code, found["outcome"]) == (0, "equal")
    assert found["other_inputs_same_bytes"] == {"code": ["alpha/provenance/evaluate/all.json"]}
    code, found = compared(toy, "HEAD", "--study", "beta")
    assert code == 1
    assert causes(found) == [
        ("code", "compsparse.studies.beta.evaluate", []),
        ("code", "compsparse.studies.beta.render", []),
    ]
    evaluate, render = found["causes"]
    assert jobs(evaluate["direct"]) == ["evaluate/all"]
    assert jobs(evaluate["following"]) == ["judge/all", "render/beta_sums"]
    assert jobs(render["direct"]) == ["render/beta_sums"]
    # sources that were edited once more did not make the results: those of the commit did
    toy.commit("other sums")
    toy.edit("src/compsparse/studies/beta/evaluate.py", "1 + sum(", "2 + sum(")
    assert compared(toy, "HEAD~1")[1]["causes"] == found["causes"]


@pytest.mark.dear
def test_another_scale_in_another_folder(toy: ToyProject) -> None:
    toy.snakemake("--config", "scale=smoke", "out=elsewhere")
    code, found = compared(toy, "results", "elsewhere")
    assert code == 1 and found["after"] == "elsewhere"
    assert ("params", "count", ["10 -> 5", "20 -> 5"]) in causes(found)
    assert compared(toy, "elsewhere", "elsewhere")[0] == 0


def test_another_machine_that_rounds_otherwise(toy: ToyProject, tmp_path: Path) -> None:
    other = tmp_path / "from another machine"
    shutil.copytree(toy.root / "results", other)
    # its model differs a little, the sums that follow do not
    model = other / "alpha/models/history_1.json"
    values = json.loads(model.read_text())
    values[-1] += 1
    model.write_text(json.dumps(values))
    record_path = other / "alpha/provenance/train/1.json"
    record = Record.read(record_path)
    record.outputs["alpha/models/history_1.json"] = str(sha256(model))
    record_path.write_text(record.text())
    code, found = compared(toy, "HEAD", str(other))
    assert (code, found["outcome"]) == (0, "agrees")
    assert found["same_inputs_other_bytes_only"]
    assert [group["kind"] for group in found["causes"]] == ["bytes"]
    (file,) = found["files"]
    assert file["difference"]["text"].startswith("1 number changed")
    assert toy.run("compsparse", "compare", "--exact", "HEAD", str(other), check=False).returncode


def test_a_tampered_file_is_no_result_of_its_inputs(toy: ToyProject) -> None:
    (toy.root / "results/alpha/figures/alpha_sums.json").write_text('["#"]\n')
    _, found = compared(toy, "HEAD")
    assert [group["kind"] for group in found["causes"]] == ["not as recorded"]
    assert "compsparse audit" in found["notes"][0]


@pytest.mark.dear
def test_a_clone_without_the_bytes_still_knows_what_changed(
    built: ToyProject, tmp_path: Path
) -> None:
    built.run("git", "clone", "-q", str(built.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    code, found = compared(clone, "HEAD")
    assert (code, found["outcome"]) == (0, "equal")
    assert "not there" in found["notes"][0]
    clone.edit("params.yaml", "offset: 1", "offset: 9")
    clone.snakemake()
    _, found = compared(clone, "HEAD")
    models = [f for f in found["files"] if f["kind"] == "models"]
    assert {f["unknown"] for f in models} == {"bytes not at hand"}
    assert causes(found) == [("params", "offset", ["1 -> 9"])]


def test_a_wrong_call_is_a_sentence(toy: ToyProject) -> None:
    for arguments in (["nosuch"], ["HEAD~1"]):
        done = toy.run("compsparse", "compare", *arguments, check=False)
        assert done.returncode == 2, done.stdout
        assert f"compsparse: {arguments[0]} " in done.stdout and "Traceback" not in done.stdout
