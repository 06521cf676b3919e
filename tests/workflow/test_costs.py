"""Costs are measured by a run, stored on request, and told by the next dry run."""

import json
import re
import shutil

import pytest

from tests.workflow.project import ToyProject

EXPECTED = "Expected on 2 cores, from stored measurements (docs/costs.md):"

ASKED = """
import json
from workflow_engine.costs import requests
from workflow_engine.wiring import Wiring

rules = Wiring.load({})
rates = [{"rate": rate} for rate in "1235"]
asks = [rules.asks(of, "alpha", "train") for of in (requests.memory, requests.runtime)]
print(json.dumps([[ask(rate, 1) for ask in asks] for rate in rates]))
"""


def stored(toy: ToyProject) -> dict[str, dict]:
    """Store what the toy's run took, and return what stands for scale default, by study."""
    toy.run("compsparse", "costs", "--write")
    return {
        path.stem: json.loads(path.read_text())["scales"]["default"]
        for path in (toy.root / "workflow/costs").iterdir()
    }


def test_a_dry_run_says_what_is_known_of_each_study(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 2")
    assert toy.snakemake("-n").splitlines()[-2:] == [
        EXPECTED,
        "  alpha, scale default: not measured (8 jobs)",
    ]
    toy.edit("params.yaml", "offset: 2", "offset: 1")
    costs = stored(toy)
    assert toy.snakemake("-n").splitlines()[-1].startswith("Nothing to be done")
    for study, of_study in costs.items():
        assert {cost["size"] > 0 for cost in of_study["jobs"].values()} == {True}
        assert of_study["run"]["jobs"] == sum(len(entry["jobs"]) for entry in costs.values()), study
    shutil.rmtree(toy.root / "results")
    lines = toy.snakemake("-n").splitlines()
    lines = lines[lines.index(EXPECTED) :]
    number = r"(under 0\.1|\d+\.\d)"
    for name, line in zip(("alpha", "beta", "together"), lines[1:], strict=True):
        assert re.fullmatch(
            rf"  {name}, scale default: {number} CPU minutes, {number} minutes, "
            r"up to \d+ MB of memory, 0\.0 MB of files",
            line,
        )


@pytest.mark.dear
def test_the_table_tells_all_jobs_from_those_to_run(toy: ToyProject) -> None:
    stored(toy)
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2, 3, 5]")
    done = toy.run("compsparse", "plan", "alpha", "--scale", "default", "--json")
    everything, to_run = json.loads(done.stdout)
    assert (everything["jobs_of"], to_run["jobs_of"]) == ("all", "to run")
    assert everything["unmeasured"] == ["alpha/train/5"]
    # the new training, and all that comes after training; the first three trainings hold
    assert to_run["jobs"] == sum(n for n in toy.planned().values())
    assert everything["jobs"] == to_run["jobs"] + 4
    assert 0 < to_run["cpu_seconds"] < everything["cpu_seconds"]
    text = toy.run("compsparse", "plan").stdout
    assert "alpha, default: not measured and not included: 1 of 10 jobs" in text
    assert "beta   smoke" in text
    unknown = toy.run("compsparse", "plan", "gamma", check=False)
    assert unknown.returncode == 2
    assert "the value is 'gamma'; allowed: alpha, beta" in unknown.stdout


@pytest.mark.dear
def test_costs_change_no_result_and_no_record(toy: ToyProject) -> None:
    before = toy.contents()
    costs = stored(toy)
    assert costs["alpha"]["run"] is not None
    assert toy.planned() == {}
    assert toy.contents() == before
    assert toy.audit() == (0, [])
    assert toy.dvc_is_clean()


def test_rules_ask_for_what_was_measured(toy: ToyProject) -> None:
    stored(toy)
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2, 3, 5]")
    asked = toy.run("python", "-c", ASKED).stdout
    assert json.loads(asked) == [[300, 2], [300, 2], [300, 2], [2000, 60]]
    # Snakemake's own display shows resources; all that follows the new training is new, too
    toy.edit("profiles/default/config.yaml", "logger: compsparse\n", "")
    lines = toy.snakemake("-n", "--forceall", "alpha").splitlines()
    resources = [line for line in lines if "resources:" in line and "mem" in line]
    assert sum(re.search(r"\b2000\b|\b2 GB", line) is not None for line in resources) == 6
    assert len(resources) == 10


@pytest.mark.dear
def test_a_malformed_costs_file_stops_with_a_sentence(toy: ToyProject) -> None:
    stored(toy)
    toy.edit("workflow/costs/alpha.json", '"study": "alpha"', '"study": "beta"')
    for done in (
        toy.run("snakemake", "-n", check=False),
        toy.run("snakemake", check=False),
        toy.run("compsparse", "plan", check=False),
    ):
        assert done.returncode != 0
        assert "workflow/costs/alpha.json: study has the value 'beta'" in done.stdout
        assert "Traceback" not in done.stdout
