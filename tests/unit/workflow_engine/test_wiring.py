"""What rules are told by the plan of this repository."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.workflow.project import REPOSITORY
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.provenance.command_line import Call, Kind
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.sync import Synchronization
from workflow_engine.wiring import Wiring


class _Servers:
    """Keeps what was announced."""

    def __init__(self) -> None:
        self.announced: list[Job] = []

    def announce(self, jobs: Iterable[Job]) -> None:
        self.announced += jobs


class _AllMade(Judgment):
    """Finds nothing missing."""

    def is_stale(self, record: str) -> bool:
        return False


@pytest.fixture
def wiring(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(REPOSITORY)
    return Wiring.load({"scale": "smoke"})


def test_only_what_will_run_is_announced_one_job_for_each_module(wiring: Any) -> None:
    wiring._servers = _Servers()
    wiring.announce([*wiring.targets("emergence"), "params.yaml"])
    announced = wiring._servers.announced
    wanted = {j.module for j in wiring.jobs.values() if j.study == "emergence"}
    modules = [job.module for job in announced]
    assert set(modules) == {
        m for m in wanted if ".render_" in m or m.endswith((".judge", ".assemble"))
    }
    assert len(modules) == len(set(modules))


def test_without_servers_nothing_is_announced(wiring: Any) -> None:
    wiring.announce(wiring.targets("emergence"))


def test_where_all_holds_no_server_starts(monkeypatch: pytest.MonkeyPatch, wiring: Any) -> None:
    all_hold = Synchronization(Judgment(wiring.jobs), Hashes())
    monkeypatch.setattr("workflow_engine.wiring.synchronize", lambda *_: all_hold)
    wiring.synchronize(Call(Kind.DRY_RUN, by_files=True))
    wiring.start_job_servers()
    assert wiring._servers is None


def test_of_whole_studies_one_job_of_each_module_that_is_to_be_made_is_expected(
    wiring: Any,
) -> None:
    nothing_made = Judgment(wiring.jobs)
    found = wiring.expected(["emergence"], ["emergence"], nothing_made)
    modules = [job.module for job in found]
    planned = (job for job in wiring.jobs.values() if job.study == "emergence")
    assert set(modules) == {job.module for job in planned if not is_on_request(job)}
    assert len(modules) == len(set(modules))
    assert {job.study for job in wiring.expected([], ["circuits"], nothing_made)} == {"circuits"}


def test_nothing_is_expected_of_single_results_and_of_what_is_made(wiring: Any) -> None:
    targets = ["factorial_graph"]
    assert wiring.expected(targets, ["factorial"], Judgment(wiring.jobs)) == []
    assert wiring.expected([], ["factorial"], _AllMade(wiring.jobs)) == []


def test_the_client_is_a_file_of_the_project(wiring: Any) -> None:
    assert wiring.client == str(REPOSITORY / "src/workflow_engine/job_server/client.py")


@pytest.mark.parametrize("by_files", [True, False])
def test_a_finished_study_has_targets_where_jobs_are_selected_by_other_things_than_files(
    monkeypatch: pytest.MonkeyPatch, wiring: Any, by_files: bool
) -> None:
    all_hold = Synchronization(Judgment(wiring.jobs), Hashes())
    monkeypatch.setattr("workflow_engine.wiring.synchronize", lambda *_: all_hold)
    wiring.synchronize(Call(Kind.DRY_RUN, by_files=by_files))
    expected = [] if by_files else wiring.targets("emergence")
    assert wiring.unfinished_targets("emergence") == expected


TABLE = "factorial.own_table.evaluate.table"


@pytest.mark.parametrize("targets", [(), ("factorial_own_table",), ("emergence",)])
def test_a_missing_file_is_named_with_the_parameter_that_names_it(
    monkeypatch: pytest.MonkeyPatch, targets: tuple[str, ...]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    wiring = Wiring.load({"scale": "smoke", "set": f"{TABLE}=workflow/tables/none.csv"})
    monkeypatch.setattr(Wiring, "_synchronize", lambda self, call: None)
    if targets == ("emergence",):  # it is not asked for
        wiring.synchronize(Call(Kind.DRY_RUN, targets))
        return
    with pytest.raises(ConfigurationError) as error:
        wiring.synchronize(Call(Kind.DRY_RUN, targets))
    assert f"{TABLE} names the file 'workflow/tables/none.csv', which does not" in str(error.value)


def test_a_mistyped_target_and_a_repeated_key_stop_a_run_before_anything_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, wiring: Any
) -> None:
    monkeypatch.setattr(Wiring, "_synchronize", lambda self, call: None)
    with pytest.raises(ConfigurationError, match="Did you mean 'factorial_single_pass'"):
        wiring.synchronize(Call(Kind.RUN, ("factoral_single_pass",)))
    wiring.synchronize(Call(Kind.QUESTION, ("factoral_single_pass",)))
    with pytest.raises(ConfigurationError, match=r"^set is given twice"):
        wiring.synchronize(Call(Kind.RUN, repeated=("set",)))
