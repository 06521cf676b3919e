"""The costs in README are those that the dry run gives."""

from pathlib import Path

from compsparse.pages.cost import CORES, cost_block, not_in_git
from workflow_engine.configuration.load import load
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.dry_run import RunEstimator
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.kept_by_git import kept_by_git
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

RESULT = "emergence_staircase"
REPOSITORY = Path(__file__).resolve().parents[3]


def test_readme_says_what_a_dry_run_of_a_fresh_clone_says() -> None:
    project = Project(REPOSITORY)
    configuration = load(project.params)
    jobs = plan(configuration)
    ordinary = {record: job for record, job in jobs.items() if not is_on_request(job)}
    # git has all of them but what follows from data and models
    lacking = not_in_git(ordinary, kept_by_git(REPOSITORY, REPOSITORY / "results"))
    assert 0 < len(lacking) < len(ordinary)
    outputs = [f"results/{path}" for name in lacking for path in jobs[name].outputs.values()]
    estimator = RunEstimator(CostBook.open(project, configuration, jobs), Path("results"), CORES)
    together = next(line for line in estimator.summary(outputs) if "together" in line)
    everything, study, one = cost_block(project, configuration, RESULT).splitlines()[2:5]
    assert everything.startswith("| `make figures` | all ")
    assert f", {minutes(everything)} minutes, " in together
    assert study.startswith("| `snakemake emergence` |")
    assert one.startswith(f"| `snakemake {RESULT}` |")
    assert float(minutes(one)) < float(minutes(study)) < float(minutes(everything))
    assert cost_block(project, configuration, "no_result").count("| `") == 1


def minutes(row: str) -> str:
    return row.split(" | ")[2]


def test_what_follows_from_data_that_git_lacks_is_made() -> None:
    def job(step: str, inputs: list[str], output: str) -> Job:
        return Job("toy", step, f"toy.{step}", {}, {}, {"value": output}, {"from": inputs})

    made = [
        job("generate", [], "toy/data.npy"),
        job("evaluate", ["toy/data.npy"], "toy/table.csv"),
        job("count", [], "toy/counts.csv"),
        job("judge", ["toy/table.csv", "toy/counts.csv"], "toy/claims.json"),
    ]
    kept = ["toy/table.csv", "toy/counts.csv", "toy/claims.json"]
    lacking = not_in_git({job.record_path: job for job in made}, kept)
    assert [name.split("/")[2] for name in lacking] == ["generate", "evaluate", "judge"]
