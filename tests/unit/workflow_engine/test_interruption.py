"""Signals end a process whatever its main thread does, with what it started, in one sentence."""

import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.processes import family, gone
from tests.patience import eventually
from workflow_engine import interruption

_PATIENCE = 60.0
_PREPARED = """
import os, signal, subprocess, sys, threading, time
from workflow_engine import interruption

interruption._CANCEL = 0.5
WORDS = "all is kept."
"""


@contextmanager
def process(code: str) -> Iterator["subprocess.Popen[str]"]:
    """Run Python code until it has printed ``ready``."""
    with subprocess.Popen(
        [sys.executable, "-c", _PREPARED + textwrap.dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "ready\n", started.communicate()
            yield started
        finally:
            started.kill()


def ended(code: str, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
    """Send a signal to code that has printed ``ready``; return exit code and what it then said."""
    with process(code) as started:
        started.send_signal(number)
        out, said = started.communicate(timeout=_PATIENCE)
        assert out == ""
        return started.returncode, said


READY = "print('ready', flush=True)\n"
PREPARE = "interruption.prepare(WORDS)\n"
WAIT = "time.sleep(600)\n"


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (signal.SIGINT, "Ctrl-C"),
        (signal.SIGTERM, "SIGTERM"),
        (signal.SIGHUP, "SIGHUP (the terminal was closed)"),
    ],
)
def test_each_signal_is_named(number: signal.Signals, name: str) -> None:
    said = f"Stopped by {name}: all is kept.\n"
    assert ended(PREPARE + READY + WAIT, number) == (128 + number, said)


@pytest.mark.parametrize(
    "blocked",
    [
        # as Snakemake's own handler
        "lock = threading.Lock(); signal.signal(signal.SIGTERM, lambda *_: lock.acquire())\n"
        "with lock:\n    print('ready', flush=True)\n    time.sleep(600)\n",
        "signal.signal(signal.SIGTERM, lambda *_: None)\n" + READY + WAIT,
        READY + "while True: pass\n",
        READY + "subprocess.run(['sleep', '600'])\n",
        "import fcntl; a, b = os.pipe()\n" + READY + "os.read(a, 1)\n",
        READY + "try:\n    time.sleep(600)\nfinally:\n    print('said by the main thread')\n",
    ],
)
def test_it_ends_whatever_the_main_thread_does(blocked: str) -> None:
    assert ended(PREPARE + blocked) == (143, "Stopped by SIGTERM: all is kept.\n")


def test_who_started_this_process_may_say_it() -> None:
    assert ended("interruption.prepare(interruption.SILENT)\n" + READY + WAIT) == (143, "")


def test_what_is_ignored_stays_ignored() -> None:
    code = "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + PREPARE + READY + WAIT
    with process(code) as started:
        started.send_signal(signal.SIGHUP)  # nohup
        started.send_signal(signal.SIGINT)
        assert started.communicate(timeout=_PATIENCE)[1] == "Stopped by Ctrl-C: all is kept.\n"


def test_a_fork_dies_alone_and_in_the_usual_way() -> None:
    code = """
    interruption.prepare(WORDS)
    child = os.fork()
    if child == 0:
        time.sleep(600)
    os.kill(child, signal.SIGTERM)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGTERM
    print("ready", flush=True)
    time.sleep(600)
    """
    assert ended(code) == (143, "Stopped by SIGTERM: all is kept.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_nothing_survives_and_nothing_starts_meanwhile() -> None:
    code = """
    interruption.prepare(WORDS)
    deep = "import subprocess, sys; subprocess.run(['sleep', '600'])"
    first = subprocess.Popen([sys.executable, "-c", deep], start_new_session=True)

    def start_more():
        for _ in range(200):
            subprocess.Popen(["sleep", "600"])

    for _ in range(2):
        threading.Thread(target=start_more).start()
    while not open(f"/proc/{first.pid}/task/{first.pid}/children").read():
        time.sleep(0.01)
    print("ready", flush=True)
    time.sleep(600)
    """
    with process(code) as started:
        seen = set(family(started.pid))
        started.terminate()
        eventually(lambda: bool(seen.update(family(started.pid))) or started.poll() is not None, 60)
        assert started.returncode == 143
    assert len(seen) > 1
    assert eventually(lambda: all(gone(found) for found in seen), _PATIENCE)


@pytest.mark.parametrize(
    "cancel",
    [
        "lambda: os.write(2, b'cancelled\\n')",
        "lambda: (os.write(2, b'cancelled\\n'), 1 / 0)",
        "lambda: (os.write(2, b'cancelled\\n'), time.sleep(600))",
        "lambda: subprocess.run(['sh', '-c', 'echo cancelled >&2'])",
    ],
)
def test_jobs_elsewhere_are_cancelled_for_a_while(cancel: str) -> None:
    code = f"interruption.prepare(WORDS, cancel={cancel})\n" + READY + WAIT
    assert ended(code) == (143, "cancelled\nStopped by SIGTERM: all is kept.\n")


def test_temporary_folders_are_removed(tmp_path: Path) -> None:
    code = f"""
    os.environ["TMPDIR"] = {str(tmp_path)!r}
    interruption.prepare(WORDS)
    with interruption.temporary_folder("compsparse-test-") as folder:
        (folder / "file").write_text("")
        print("ready", flush=True)
        time.sleep(600)
    """
    assert ended(code)[0] == 143
    assert list(tmp_path.iterdir()) == []
    with interruption.temporary_folder("compsparse-test-") as folder:
        (folder / "file").write_text("")
    assert not folder.exists()


# dvc starts $SHELL; some shells make way for their last command, others wait for it
@pytest.mark.parametrize("shell", [[], ["/bin/sh", "-c", '"$@"; exit $?', "sh"]])
def test_a_run_ends_with_its_dvc(shell: list[str]) -> None:
    code = PREPARE + READY + WAIT
    inner = repr(_PREPARED + "interruption._GLANCE = 0.05\n" + code)
    outer = (
        "os.environ['DVC_STAGE'] = 'study@alpha'\n"
        f"subprocess.run([*{shell}, sys.executable, '-c', {inner}])\n"
    )
    with process(outer) as dvc:
        dvc.kill()
        assert dvc.stderr is not None
        assert dvc.stderr.read() == "Stopped by the end of its dvc: all is kept.\n"


@pytest.mark.parametrize(
    "last", ["", "sys.exit(1)\n", "child = os.fork()\nif child == 0: sys.exit(0)\n"]
)
def test_the_main_thread_may_end_before_all_is_said(last: str) -> None:
    # jobs are ended first, and a run whose jobs have ended ends itself; no signal stops it there
    code = (
        "stopping = interruption.prepare(WORDS, cancel=lambda: time.sleep(600))\n"
        f"{READY}stopping.wait()\n{last}"
    )
    inner = repr(_PREPARED + "interruption._GLANCE = 0.05\n" + code)
    outer = (
        "os.environ['DVC_STAGE'] = 'study@alpha'\n"
        f"subprocess.run([sys.executable, '-c', {inner}])\n"
    )
    with process(outer) as dvc:
        dvc.kill()
        assert dvc.stderr is not None
        assert dvc.stderr.read() == "Stopped by the end of its dvc: all is kept.\n"


def test_a_command_without_a_signal_ends_as_ever() -> None:
    assert [interruption.finished(code) for code in (0, 1, 2, 137)] == [0, 1, 2, 137]
