"""The worked example of docs/extending.md, written as it stands there, runs and is audited."""

import json
import re
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY, ToyProject

TEXT = (REPOSITORY / "docs/extending.md").read_text()
EXAMPLE = TEXT[TEXT.index("## Add a study: a worked example") : TEXT.index("## Publish results")]


NOTEBOOK = """
import json
from compsparse import results
checkout = results.open_checkout()
found = checkout["averages_error"]
try:
    checkout["averages_eror"]
except KeyError as error:
    unknown = error.args[0]
print(json.dumps({
    "headline": found.headline,
    "table": list(found.table.columns),
    "metrics": list(found.metrics.index),
    "claims": found.claims["verdict"].to_dict(),
    "figure": found.figure.exists(),
    "step": found.provenance()["step"],
    "unknown": unknown,
}))
"""


def files() -> dict[str, str]:
    """Return the files whose names stand before a block, by name."""
    found = re.findall(r"^`([\w/.]+)`[^\n]*\n\n```\w+\n(.*?)^```", EXAMPLE, re.M | re.S)
    return dict(found)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """A project with the study of the example beside the toy studies."""
    toy = ToyProject.create(tmp_path_factory.mktemp("extending") / "project")
    written = files()
    assert len(written) == 9
    for name, text in written.items():
        path = toy.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for folder in {(toy.root / name).parent for name in written if name.endswith(".py")}:
        (folder / "__init__.py").write_text(f'"""{folder.name}."""\n')
    section = EXAMPLE[EXAMPLE.index("\naverages:\n") : EXAMPLE.index("`workflow/scales/")]
    toy.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha, beta, averages]")
    with (toy.root / "params.yaml").open("a") as params:
        params.write(section[: section.index("```")])
    toy.commit("the study of the example")
    return toy


def test_a_dry_run_lists_the_jobs_that_the_page_names(project: ToyProject) -> None:
    (count,) = re.findall(r"snakemake -n averages +# (\d+) jobs", EXAMPLE)
    assert f"{count} jobs would run" in project.snakemake("-n", "averages")


@pytest.mark.dear
def test_the_example_runs_and_its_claim_holds(project: ToyProject) -> None:
    project.snakemake("averages", "--config", "scale=smoke")
    project.run("dvc", "repro")
    project.run("compsparse", "audit")
    said = project.run("compsparse", "claims", "--study", "averages").stdout
    assert "averages_error_exponent" in said and "HOLDS" in said
    project.run("compsparse", "run", "averages", "train", "experiment=sampling", "cell=size_16")
    assert json.loads(project.run("python", "-c", NOTEBOOK).stdout) == {
        "headline": "The error of a mean falls as the root of the draws",
        "table": ["size", "run", "error"],
        "metrics": ["exponent"],
        "claims": {"averages_error_exponent": "holds"},
        "figure": True,
        "step": "averages/evaluate/averages_error",
        "unknown": "there is no result 'averages_eror'. Did you mean 'averages_error'?",
    }
    assert Path(project.root, "results/averages/figures/averages_error.png").stat().st_size > 5000
