"""Ctrl-C, SIGTERM and SIGHUP: one sentence, nothing survives, the next run gives the same bytes."""

import fcntl
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.processes import Process, family, gone
from tests.patience import eventually
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

SNAKEMAKE = ("snakemake", "--cores", "2")
TRAIN = "src/compsparse/studies/beta/train.py"
WORK = "    scaled = "  # the line of TRAIN before which a test puts a long pause
PAUSE = 'import time\nfrom pathlib import Path\nPath("here").touch()\ntime.sleep(600)\n'
KEPT = (
    "finished jobs are kept, long trainings go on from their last checkpoint; "
    "start the same command again."
)
_PATIENCE = 120.0  # seconds, a fifth of the pause: who waits for a job to end is found out


def paused(indent: str = "    ") -> str:
    """Return lines that say that they are reached and then wait for long."""
    return "".join(f"{indent}{line}\n" for line in PAUSE.splitlines())


@dataclass
class Run:
    """A command that runs in a group of its own.

    Attributes:
        seen: the processes that it was seen to have.
    """

    process: "subprocess.Popen[bytes]"
    said: Path
    seen: set[Process]

    def until(self, condition: object) -> None:
        """Wait for a file, or for words of the command."""

        def reached() -> bool:
            if isinstance(condition, Path):
                return condition.exists() or self.process.poll() is not None
            return str(condition) in self.text or self.process.poll() is not None

        assert eventually(reached, _PATIENCE), self.text
        assert self.process.poll() is None, self.text
        self.seen |= set(family(self.process.pid))

    def end(self, number: signal.Signals, *, group: bool = False, twice: bool = False) -> int:
        """Send a signal to the command, or to its group as a terminal does; return the code."""
        for _ in range(1 + twice):
            (os.killpg if group else os.kill)(self.process.pid, number)
        code = self.process.wait(timeout=_PATIENCE)
        assert eventually(lambda: all(gone(process) for process in self.seen), _PATIENCE), self.seen
        return code

    @property
    def text(self) -> str:
        return self.said.read_text()


@contextmanager
def running(toy: ToyProject, *command: str) -> Iterator[Run]:
    """Start a command; end it the hard way if the test did not."""
    said = toy.root.parent / "said"
    with (
        said.open("w") as stream,
        subprocess.Popen(
            command,
            cwd=toy.root,
            env=toy.environment | {"TMPDIR": str(temporary(toy))},
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield Run(process, said, set())
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def temporary(toy: ToyProject) -> Path:
    """Return the folder for temporary files of what a test runs."""
    folder = toy.root.parent / "tmp"
    folder.mkdir(exist_ok=True)
    return folder


def assert_one_sentence(run: Run, name: str) -> None:
    assert run.text.count("Stopped by") == 1, run.text
    assert run.text.endswith(f"Stopped by {name}: {KEPT}\n"), run.text
    for noise in ("Traceback", "Error", "FAILED", "Exiting", "Terminating"):
        assert noise not in run.text, run.text


def assert_lock_is_free(toy: ToyProject) -> None:
    def free() -> bool:
        with (toy.root / "results/.lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    # a process with threads may be seen to end before the last of them has dropped its files
    assert eventually(free, _PATIENCE)


def assert_recovers(toy: ToyProject, before: dict[str, str]) -> None:
    """The lock is free, no folder is left, and a run without the pause makes the old bytes."""
    assert_lock_is_free(toy)
    assert list(temporary(toy).glob("compsparse-*")) == []
    toy.run("git", "checkout", "-q", "src", "Snakefile", "workflow")
    toy.snakemake()
    assert toy.contents() == before
    assert toy.planned() == {} and toy.audit() == (0, [])


@pytest.mark.parametrize(
    ("servers", "number", "group", "name", "code"),
    [
        (True, signal.SIGINT, True, "Ctrl-C", 130),
        *(
            pytest.param(*case, marks=pytest.mark.dear)
            for case in (
                (True, signal.SIGTERM, False, "SIGTERM", 143),
                (True, signal.SIGTERM, True, "SIGTERM", 143),
                (True, signal.SIGHUP, True, "SIGHUP (the terminal was closed)", 129),
                (False, signal.SIGINT, True, "Ctrl-C", 130),
                (False, signal.SIGTERM, False, "SIGTERM", 143),
            )
        ),
    ],
)
def test_a_signal_while_jobs_run(
    toy: ToyProject, servers: bool, number: signal.Signals, group: bool, name: str, code: int
) -> None:
    before = toy.contents()
    toy.edit(TRAIN, WORK, paused() + WORK)
    if not servers:
        toy.edit("Snakefile", "wiring.start_job_servers()", "pass")
    with running(toy, *SNAKEMAKE) as run:
        run.until(toy.root / "here")
        assert ("server" in {process.kind for process in run.seen}) == servers
        assert run.end(number, group=group) == code, run.text
    assert_one_sentence(run, name)
    assert_recovers(toy, before)


@pytest.mark.dear
def test_two_signals_at_once_and_a_job_with_processes_of_its_own(toy: ToyProject) -> None:
    before = toy.contents()
    inner = "import time; time.sleep(600)"
    shell = f'    __import__("subprocess").Popen([__import__("sys").executable, "-c", "{inner}"])\n'
    toy.edit(TRAIN, WORK, shell + paused() + WORK)
    with running(toy, *SNAKEMAKE) as run:
        run.until(toy.root / "here")
        assert run.end(signal.SIGINT, group=True, twice=True) == 130, run.text
    assert_one_sentence(run, "Ctrl-C")
    assert_recovers(toy, before)


@pytest.mark.parametrize(
    ("moment", "number"),
    [
        ("scheduler", signal.SIGINT),
        *(
            pytest.param(moment, number, marks=pytest.mark.dear)
            for moment in ("parse", "dag", "scheduler")
            for number in (signal.SIGINT, signal.SIGTERM)
            if (moment, number) != ("scheduler", signal.SIGINT)
        ),
    ],
)
def test_a_signal_before_jobs_run(toy: ToyProject, moment: str, number: signal.Signals) -> None:
    before = toy.contents()
    target = "all"
    if moment == "parse":
        plan = "src/compsparse/studies/alpha/plan.py"
        text = (toy.root / plan).read_text()
        (toy.root / plan).write_text(text + "\n" + PAUSE)
    elif moment == "dag":
        target = "slow"
        text = f"\ndef slow(w):\n{paused()}\n\nrule slow:\n    input: slow\n"
        (toy.root / "Snakefile").write_text((toy.root / "Snakefile").read_text() + text)
    else:
        # the lock that Snakemake's own handler waits for
        toy.edit(TRAIN, WORK, "    scaled = None\n" + WORK)
        line = "    # what will run is known now only"
        held = "    with workflow.scheduler._lock:\n" + paused("        ")
        toy.edit("Snakefile", line, held + line)
    with running(toy, *SNAKEMAKE, target) as run:
        run.until(toy.root / "here")
        assert run.end(number, group=number == signal.SIGINT) == 128 + number, run.text
    assert_one_sentence(run, {signal.SIGINT: "Ctrl-C", signal.SIGTERM: "SIGTERM"}[number])
    assert_recovers(toy, before)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.dear)]
)
def test_who_waits_for_the_lock_is_told_of_its_holder_and_may_stop(
    toy: ToyProject, number: signal.Signals
) -> None:
    toy.edit(TRAIN, WORK, paused() + WORK)
    with running(toy, *SNAKEMAKE) as holder:
        holder.until(toy.root / "here")
        other = toy.root.parent / "other"
        with (
            other.open("w") as stream,
            subprocess.Popen(
                SNAKEMAKE,
                cwd=toy.root,
                env=toy.environment,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as process,
        ):
            run = Run(process, other, set())
            run.until("Ctrl-C stops the waiting.")
            assert run.end(number, group=True) == 128 + number
        said = f"results is in use by process {holder.process.pid} (snakemake --cores 2), for "
        assert said in other.read_text(), other.read_text()
        assert "Stopped by" in other.read_text() and "Traceback" not in other.read_text()
        # who waited has taken nothing from the holder
        assert holder.process.poll() is None
        holders = [p.number for p in family(holder.process.pid) if holds(p, toy)]
        assert holders == [holder.process.pid]
        assert holder.end(signal.SIGTERM) == 143
    assert_lock_is_free(toy)


def holds(process: Process, toy: ToyProject) -> bool:
    """Say whether a process has the lock file open."""
    lock = toy.root / "results/.lock"
    folder = Path("/proc", str(process.number), "fd")
    return any(Path(os.path.realpath(link)) == lock.resolve() for link in folder.iterdir())


@pytest.mark.dear
def test_ctrl_c_of_dvc_repro_and_of_make(toy: ToyProject) -> None:
    before = toy.contents()
    (toy.root.parent / "Makefile").write_text("all:\n\tsnakemake --cores 2\n")
    for command in (["dvc", "repro"], ["make", "-f", "../Makefile"]):
        toy.edit(TRAIN, WORK, paused() + WORK)
        with running(toy, *command) as run:
            run.until(toy.root / "here")
            assert run.end(signal.SIGINT, group=True) not in (0, None), run.text
        assert run.text.count(f"Stopped by Ctrl-C: {KEPT}\n") == 1, run.text
        assert "Traceback" not in run.text and "FAILED" not in run.text, run.text
        (toy.root / "here").unlink()
        assert_recovers(toy, before)
    toy.repro()
    assert toy.dvc_is_clean()


@pytest.mark.dear
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_ends_with_the_dvc_that_started_it(toy: ToyProject, number: signal.Signals) -> None:
    # dvc starts $SHELL, and this one does not make way for its last command
    shell = toy.root.parent / "shell"
    shell.write_text('#!/bin/sh\n/bin/sh "$@"\nexit $?\n')
    shell.chmod(0o755)
    toy.variables["SHELL"] = str(shell)
    before = toy.contents()
    toy.edit(TRAIN, WORK, paused() + WORK)
    with running(toy, "dvc", "repro", "-s", "study@beta") as run:
        run.until(toy.root / "here")
        assert run.end(number) == -number, run.text
    assert_one_sentence(run, "the end of its dvc")
    # dvc ends first; what removes the folder of the job servers may end after the lock is free
    assert eventually(lambda: not [*temporary(toy).glob("compsparse-*")], _PATIENCE)
    assert_recovers(toy, before)


def test_the_line_of_progress_is_cleared_first(toy: ToyProject) -> None:
    toy.edit(TRAIN, WORK, paused() + WORK)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        SNAKEMAKE,
        cwd=toy.root,
        env=toy.environment,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        assert eventually((toy.root / "here").exists, _PATIENCE)
        os.killpg(process.pid, signal.SIGINT)
        text = ""
        while True:
            try:
                text += os.read(ours, 4096).decode()
            except OSError:  # the other end is closed
                break
        assert process.wait(_PATIENCE) == 130
    os.close(ours)
    assert "beta_train" in text
    assert text.endswith(f"\r\x1b[2KStopped by Ctrl-C: {KEPT}\r\n"), text


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")]
)
@pytest.mark.parametrize("command", ["audit", "compare", "run"])
def test_commands_by_hand_end_with_one_line(
    toy: ToyProject, command: str, number: signal.Signals, name: str
) -> None:
    words, place, line, pause = {
        "audit": (["audit"], "workflow_engine/provenance/audit.py", "def audit(", PAUSE + "\n\n"),
        "compare": (
            ["compare", "HEAD"],
            "compsparse/comparison/comparison.py",
            "        for folder in folders:\n",
            paused("        "),
        ),
        "run": (
            ["run", "beta", "train", "rate=4"],
            "compsparse/studies/beta/train.py",
            WORK,
            paused(),
        ),
    }[command]
    module = toy.root / "src" / place
    before, found, after = module.read_text().partition(line)
    assert found
    module.write_text(f"{before}{pause}{found}{after}")
    with running(toy, "compsparse", *words) as run:
        run.until(toy.root / "here")
        assert run.end(number, group=number == signal.SIGINT) == 128 + number, run.text
    kept = KEPT if command == "run" else "it is not finished; start the same command again."
    assert run.text == f"Stopped by {name}: {kept}\n"
    assert list(temporary(toy).glob("compsparse-*")) == []
