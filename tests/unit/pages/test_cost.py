"""The sentence on costs says what the dry run says."""

from pathlib import Path

from compsparse.pages.cost import CORES, cost_line
from workflow_engine.configuration.load import load
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.dry_run import RunEstimator
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

REPOSITORY = Path(__file__).resolve().parents[3]


def test_readme_says_what_a_dry_run_of_a_fresh_clone_says() -> None:
    project = Project(REPOSITORY)
    configuration = load(project.params)
    jobs = plan(configuration)
    outputs = [
        f"results/{path}"
        for job in jobs.values()
        if not is_on_request(job)
        for path in job.outputs.values()
    ]
    estimator = RunEstimator(CostBook.open(project, configuration, jobs), Path("results"), CORES)
    together = next(line for line in estimator.summary(outputs) if "together" in line)
    sentence = cost_line(project, configuration)
    wall, cpu = sentence.split(" results take ")[1].split(" CPU minutes)")[0].split(" minutes (")
    assert f"{cpu} CPU minutes, {wall} minutes, " in together
