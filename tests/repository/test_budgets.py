"""What the default run of each study may cost, and what it did (docs/costs.md)."""

import pytest

from tests.house_plan import PROJECT, jobs_of
from tests.repository.committed import STUDIES
from workflow_engine.costs.store import read_costs
from workflow_engine.provenance.on_request import REPLICATE, REQUEST, WORLDS

# CPU minutes of all jobs, on the machine that measured them
MINUTES = dict.fromkeys(STUDIES, 3.0) | {"regime": 8, "experts": 4, "genericity": 4}
MINUTES["factorial"] = 3.2  # took 3.07; two measurements differ by some per cent


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_costs_no_more_than_its_minutes(study: str) -> None:
    costs = read_costs(PROJECT, study)
    assert costs is not None
    measured = costs.scales["default"].jobs
    jobs = [job for job in jobs_of(study) if job.step not in (REPLICATE, REQUEST, WORLDS)]
    unmeasured = [job.name for job in jobs if job.name not in measured]
    assert not [name for name in unmeasured if name.startswith(("train/", "prune/"))]
    minutes = sum(measured[job.name].cpu for job in jobs if job.name in measured) / 60
    assert minutes <= MINUTES[study], (
        f"The jobs of {study} took {minutes:.2f} CPU minutes at default, {MINUTES[study]} are "
        "allowed: find a faster kernel, or move replicates that only pooled verdicts need to an "
        "overlay of its replication."
    )
