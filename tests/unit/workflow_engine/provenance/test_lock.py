"""A lock keeps others out, says who holds it, and decides nothing by what its file says."""

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from workflow_engine.provenance import lock as module
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.storage import StorageError


def is_free(path: Path) -> bool:
    with path.open("a") as other:
        try:
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def wait_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make the lock seem held; return the list of what is asked of the kernel."""
    flags: list[int] = []

    def busy(stream: object, flag: int) -> None:
        flags.append(flag)
        if flag & fcntl.LOCK_NB:
            raise BlockingIOError

    monkeypatch.setattr(fcntl, "flock", busy)
    monkeypatch.setattr(module, "_PAUSE", 0)
    lock(path, "results/toy").close()
    return flags


def said(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the waiting one would say of the holder."""
    (tmp_path / ".lock").write_text(content)
    words: list[str] = []
    monkeypatch.setattr(module, "print", lambda text, **_: words.append(text), raising=False)
    wait_said(tmp_path / ".lock", monkeypatch)
    (text,) = words
    assert text.startswith("results/toy is in use by ")
    assert text.endswith("; waiting for it to end. Ctrl-C stops the waiting.")
    return text.removeprefix("results/toy is in use by ").split(";")[0]


def signature(**other: object) -> str:
    content = {"pid": os.getpid(), "started": module.time.time(), "command": "snakemake --cores 8"}
    return json.dumps(content | {"host": os.uname().nodename} | other)


def test_a_lock_keeps_others_out_until_it_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "folder" / ".lock"
    held = lock(path, "results")
    assert not is_free(path)
    held.close()
    assert is_free(path)


def test_the_holder_signs_and_who_comes_later_overwrites_it(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    path.write_text(signature(pid=1, command="x" * 3000))  # of one that was killed
    with lock(path, "results"):
        content = json.loads(path.read_text())
        assert content["pid"] == os.getpid() and content["host"] == os.uname().nodename
    # what is cut off was ours
    path.write_text('{"pid": 12')
    with lock(path, "results"):
        assert json.loads(path.read_text())["pid"] == os.getpid()


def test_content_of_others_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    path.write_text("a note of mine\n")
    with lock(path, "results"):
        assert not is_free(path)
    assert path.read_text() == "a note of mine\n"
    path.write_text("")
    os.link(path, tmp_path / "elsewhere")
    lock(path, "results").close()
    assert path.read_text() == ""


def test_waiting_for_a_lock_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = wait_said(tmp_path / ".lock", monkeypatch)
    assert capsys.readouterr().err == (
        "results/toy is in use by another run; waiting for it to end. Ctrl-C stops the waiting.\n"
    )
    assert flags == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]


@pytest.mark.parametrize(
    ("seconds", "age"),
    [
        (-50, "less than a minute"),
        (1, "less than a minute"),
        (61, "1 minute"),
        (185, "3 minutes"),
        (7_300, "2 hours"),
        (90_000, "1 day"),
        (200_000, "2 days"),
    ],
)
def test_the_holder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, age: str
) -> None:
    content = signature(started=module.time.time() - seconds)
    expected = f"process {os.getpid()} (snakemake --cores 8), for {age}"
    assert said(content, tmp_path, monkeypatch) == expected


def test_a_holder_elsewhere_is_named_with_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = said(signature(pid=7, host="node7"), tmp_path, monkeypatch)
    assert text == "process 7 on node7 (snakemake --cores 8), for less than a minute"


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"pid": 1}', '{"pid": 1, "started"', "[" * 5000, "\0\xff" * 9],
)
def test_nonsense_names_nobody(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(content, tmp_path, monkeypatch) == "another run"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("pid", value) for value in ("x", -1, 0, 2**70, None)),
        *(("started", value) for value in ("soon", float("nan"), float("inf"))),
    ],
)
def test_impossible_values_name_nobody(
    name: str, value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(signature(**{name: value}), tmp_path, monkeypatch) == "another run"


def test_a_dead_holder_is_not_the_holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    assert said(signature(pid=ended.pid), tmp_path, monkeypatch) == "another run"


def test_what_is_shown_is_short_and_moves_no_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = "snakemake\n\x1b[2K\u202eall hold" + "x" * 500
    text = said(signature(command=command), tmp_path, monkeypatch)
    assert r"(snakemake\n\x1b[2K\u202eall hold" in text
    assert text.isprintable() and len(text) < 200


@pytest.mark.parametrize("kind", ["fifo", "link", "dangling", "loop", "socket"])
def test_only_a_plain_file_is_taken(tmp_path: Path, kind: str) -> None:
    path, other = tmp_path / ".lock", tmp_path / "other"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        # the name of a socket has a limit that a test's folder may pass
        subprocess.run(
            [sys.executable, "-c", "import socket; socket.socket(socket.AF_UNIX).bind('.lock')"],
            cwd=tmp_path,
            check=True,
        )
    else:
        path.symlink_to(path if kind == "loop" else other)
        if kind == "link":
            other.write_text(signature())
    before = other.read_text() if other.exists() else None
    with pytest.raises(StorageError, match=re.escape(f"{path} must be a plain file")):
        lock(path, "results")
    assert (other.read_text() if other.exists() else None) == before


def test_no_child_inherits_a_lock(tmp_path: Path) -> None:
    held = lock(tmp_path / ".lock", "results")
    assert not os.get_inheritable(held.fileno())
    command = [sys.executable, "-c", "print('ready', flush=True); input()"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False
    ) as child:
        assert child.stdout is not None and child.stdout.readline() == b"ready\n"
        held.close()
        assert is_free(tmp_path / ".lock")
        child.communicate(b"\n")
