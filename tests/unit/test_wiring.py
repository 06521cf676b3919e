"""What rules are told by the plan of this repository."""

from collections.abc import Iterable
from typing import Any

import pytest

from compsparse.provenance.job import Job
from compsparse.wiring import Wiring
from tests.workflow.project import REPOSITORY


class _Servers:
    """Keeps what was announced."""

    def __init__(self) -> None:
        self.announced: list[Job] = []

    def announce(self, jobs: Iterable[Job]) -> None:
        self.announced += jobs


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
    assert set(modules) == {m for m in wanted if ".render_" in m or m.endswith(".judge")}
    assert len(modules) == len(set(modules))


def test_without_servers_nothing_is_announced(wiring: Any) -> None:
    wiring.announce(wiring.targets("emergence"))


def test_the_client_is_a_file_of_the_project(wiring: Any) -> None:
    assert wiring.client == str(REPOSITORY / "src/compsparse/job_server/client.py")
