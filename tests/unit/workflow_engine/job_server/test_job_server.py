"""Servers with a small project of its own: what its children do is what a process would do."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.workflow_engine.job_server.conftest import CLIENT, STEP, STEPS, job
from workflow_engine.costs.notes import read_notes
from workflow_engine.isolation import job_environment
from workflow_engine.job_server.client import END, VARIABLE, ask
from workflow_engine.job_server.start import StartedServers, start
from workflow_engine.numerics import environment_variables
from workflow_engine.provenance.job import Job

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the server runs on Linux only")


def client(way: str, **streams: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([*CLIENT, "out", job(way)], **streams)


def eventually(condition: Callable[[], bool]) -> None:
    for _ in range(500):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("It did not happen within ten seconds.")


def descendants(process: int) -> list[int]:
    found = children(process)
    return found + [deeper for child in found for deeper in descendants(child)]


def jobs(server: StartedServers) -> list[int]:
    """Return the processes of jobs under way: the servers' children."""
    return [job for process in children(server.process.pid) for job in children(process)]


def children(process: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in listed.stdout.split()]


def test_a_job_leaves_the_bytes_that_a_process_of_its_own_leaves(
    project: Path, server: StartedServers
) -> None:
    assert ask("work", "out", job("good")) == 0
    alone = [*CLIENT, "alone", job("good")]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    subprocess.run(alone, env=environment, check=True, stdout=subprocess.DEVNULL)
    for file in ("small/good.json", "small/provenance/work/good.json"):
        assert (project / "out" / file).read_bytes() == (project / "alone" / file).read_bytes()


def test_a_job_leaves_a_note_of_what_it_took(project: Path, server: StartedServers) -> None:
    planned = Job.from_json(job("good"))
    assert ask("work", "out", job("good")) == 0
    (project / "out/small/fail.json").write_text("{}\n")  # of an earlier run
    assert ask("work", "out", job("fail")) == 1
    subprocess.run(
        [*CLIENT, "alone", job("good")],
        env={name: value for name, value in os.environ.items() if name != VARIABLE},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    for out in ("out", "alone"):
        note = read_notes(project / out, [planned])[planned.record_path]
        assert note.size == (project / out / "small/good.json").stat().st_size
        assert 0 < note.cpu < 60
        assert 0 < note.wall < 60
        assert 5 < note.memory < 10_000
    # a failed job took less than it would have
    assert [file.name for file in (project / "out/.costs").rglob("*.json")] == ["good.json"]


def test_a_failure_has_its_text_in_the_clients_streams_and_its_code(server: StartedServers) -> None:
    process = client("fail", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=60)
    assert out == b"at work\n"
    assert b"ValueError: told to fail" in err
    assert process.returncode == 1


def test_jobs_run_side_by_side(server: StartedServers) -> None:
    slow = client("sleep", stdout=subprocess.PIPE)
    assert slow.stdout is not None
    assert slow.stdout.readline() == b"at work\n"
    assert ask("work", "out", job("good")) == 0
    slow.kill()
    slow.communicate()


def test_a_job_is_killed_with_its_client(project: Path, server: StartedServers) -> None:
    slow = client("sleep", stdout=subprocess.PIPE)
    assert slow.stdout is not None
    slow.stdout.readline()
    assert jobs(server)
    slow.kill()
    slow.communicate()
    eventually(lambda: not jobs(server))
    assert not (project / "out/small/sleep.json").exists()


def test_jobs_and_server_are_killed_with_the_process_that_started_it(project: Path) -> None:
    code = (
        "import os, pathlib, time; from workflow_engine.job_server.start import start; "
        "s = start(pathlib.Path.cwd(), os.environ, ['work']); "
        "print(s.process.pid, s.folder.name, flush=True); time.sleep(60)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert starter.stdout is not None
    process, folder = starter.stdout.readline().decode().split()
    os.environ[VARIABLE] = folder
    slow = client("sleep", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    del os.environ[VARIABLE]
    assert slow.stdout is not None
    slow.stdout.readline()
    working = descendants(int(process))
    assert len(working) == 2
    starter.kill()
    starter.communicate()
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in [int(process), *working]))
    _, err = slow.communicate(timeout=60)
    assert slow.returncode == 1
    assert b"job server ended" in err
    eventually(lambda: not Path(folder).exists())


def test_a_server_that_ends_before_it_reads_a_request_is_told_in_a_sentence(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the path of a socket must be short
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{folder}/work")
        server.listen()
        monkeypatch.setenv(VARIABLE, folder)
        process = client("good", stderr=subprocess.PIPE)
        connection, _ = server.accept()
        while not connection.recv(2**16, socket.MSG_PEEK).endswith(END):
            pass
        connection.close()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == b"The run's job server ended before this job; start snakemake again.\n"


def test_servers_that_have_ended_are_told_nothing(server: StartedServers) -> None:
    server.process.kill()
    server.process.wait()
    server.announce([Job.from_json(job("good"))])


def test_a_killed_job_is_an_error_that_a_shell_would_report(server: StartedServers) -> None:
    slow = client("sleep", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert slow.stdout is not None
    slow.stdout.readline()
    os.kill(jobs(server)[0], signal.SIGKILL)
    _, text = slow.communicate(timeout=60)
    assert slow.returncode == 128 + signal.SIGKILL
    assert b"small work sleep was killed by signal 9" in text and b"fewer --cores" in text


def test_without_a_server_nobody_does_the_job(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("work", "out", job("good")) is None
    monkeypatch.setenv(VARIABLE, str(project / "nobody"))
    assert ask("work", "out", job("good")) is None


def test_the_server_loads_no_code_of_a_step(project: Path, server: StartedServers) -> None:
    """An edit of a step between two jobs of one run is seen by the second."""
    assert ask("work", "out", job("good")) == 0
    step = project / "src/compsparse/studies/small/work.py"
    step.write_text(STEP.replace('{"way": way}', '{"way": "another"}'))
    assert ask("work", "out", job("good")) == 0
    value = json.loads((project / "out/small/good.json").read_text())
    assert value == {"way": "another"}


def test_a_broken_source_is_an_error_and_the_next_job_runs(
    project: Path, server: StartedServers
) -> None:
    step = project / "src/compsparse/studies/small/work.py"
    step.write_text("def run(:\n")
    process = client("good", stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"not readable as Python" in err
    step.write_text(STEP)
    assert ask("work", "out", job("good")) == 0


def test_servers_load_what_announced_jobs_need_and_nothing_before(
    project: Path, server: StartedServers
) -> None:
    assert children(server.process.pid) == []
    server.announce([Job.from_json(job("good"))])
    eventually(lambda: len(children(server.process.pid)) == 1)
    assert ask("work", "out", job("good")) == 0
    assert len(children(server.process.pid)) == 1


def test_what_two_steps_need_is_loaded_once_and_before_their_servers(project: Path) -> None:
    drawing = Job(
        *("small", "draw", "compsparse.studies.small.draw", {"name": "both"}, {}),
        {"svg": "small/both.svg", "png": "small/both.png"},
    )
    expected = [drawing, replace(drawing, step="another"), Job.from_json(job("good"))]
    environment = job_environment(os.environ, project) | environment_variables("portable")
    started = start(project, environment, STEPS, expected)
    assert started is not None
    try:
        loaded = Path(f"/proc/{started.process.pid}/maps")
        eventually(lambda: "/matplotlib/" in loaded.read_text())
        assert children(started.process.pid) == []
        assert ask("draw", "out", drawing.to_json()) == 0
        assert ask("work", "out", job("good")) == 0
    finally:
        started.stop()
    alone = dict(os.environ)
    assert VARIABLE not in alone
    command = [*CLIENT[:-1], "draw", "alone", drawing.to_json()]
    subprocess.run(command, env=alone, check=True, stdout=subprocess.DEVNULL)
    for file in ("small/both.svg", "small/both.png"):
        assert (project / "out" / file).read_bytes() == (project / "alone" / file).read_bytes()


def test_a_step_without_a_server_is_done_by_the_process_itself(server: StartedServers) -> None:
    assert ask("unheard", "out", job("good")) is None


def test_another_server_does_a_job_too(project: Path, server: StartedServers) -> None:
    """Which server does a job is a matter of speed, not of what comes out."""
    assert ask("another", "out", job("good")) == 0
    assert (project / "out/small/good.json").exists()
