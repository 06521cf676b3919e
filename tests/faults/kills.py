"""Kill one process of a run at some instant, then hold what lies there against both states."""

import json
import os
import random
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from tests.faults.processes import Process, catches, family, gone, kill
from tests.patience import Stopwatch, eventually
from tests.workflow.project import ToyProject

COMMANDS = {"snakemake": ["snakemake", "--cores", "2"], "dvc": ["dvc", "repro"]}
_CLIPS = (60, 50, 40)  # values of params.yaml that a campaign moves between
_SENTENCE = "Stopped by "
_SECONDS = 10.0  # of a Stopwatch, within which a run has ended that a signal asked to
_PATIENCE = 120.0  # seconds of one within which every run has ended


class BrokenPromiseError(AssertionError):
    """After a kill something is neither old nor new, or the next run does not repair it."""


@dataclass(frozen=True)
class Kill:
    """One kill and what was seen after it.

    Attributes:
        command: what was running, ``snakemake`` or ``dvc``.
        victim: which process was killed; a signal that can be caught goes to the whole group
            instead of to ``all``, as from a terminal.
        number: the signal.
        seconds: how long after the start.
        old: files with the bytes from before; ``new`` with those of the edit; ``absent`` neither.
        repaired_lock: dvc.lock was cut off and had to be taken from git, or DVC's list of locks
            was and had to be removed.
        ended: seconds from a signal that Snakemake caught to the end of all; None after others.
    """

    command: str
    victim: str
    number: signal.Signals
    seconds: float
    old: int
    new: int
    absent: int
    repaired_lock: bool
    ended: float | None = None


@dataclass(frozen=True)
class _Hit:
    seconds: float
    ended: float | None


def slow_down(project: ToyProject) -> None:
    """Make training take a while, and its models large, so that writing and hashing do as well."""
    for study in ("alpha", "beta"):
        step = f"src/compsparse/studies/{study}/train.py"
        project.edit(step, '"model": scaled', '"model": scaled * 3_000')
        # long enough to be found among all processes, on a busy machine too
        project.edit(step, "    numbers = ", "    time.sleep(0.2)\n    numbers = ")
        project.edit(
            step, "from workflow_engine.artifacts", "import time\n\nfrom workflow_engine.artifacts"
        )


def old_new_absent(
    now: dict[str, str], old: dict[str, str], new: dict[str, str]
) -> tuple[int, int, int]:
    """Count the files that have their old bytes, their new ones, and those that are absent.

    Raises:
        BrokenPromiseError: a file is neither; the message names it.
    """
    foreign = sorted(name for name, sha in now.items() if sha not in (old.get(name), new.get(name)))
    if foreign:
        raise BrokenPromiseError(f"neither old nor new bytes: {foreign}")
    count_old = sum(old.get(name) == sha for name, sha in now.items())
    return count_old, len(now) - count_old, len(new.keys() - now.keys())


@dataclass
class Campaign:
    """Kills in one project, one after another; what a build from scratch gives is kept.

    Attributes:
        project: built with the first value, recorded by DVC and committed.
        scratch: a folder for builds from scratch.
        seconds: within which a run ends that a signal asks to.
    """

    project: ToyProject
    scratch: Path
    seconds: float = _SECONDS
    _clip: int = _CLIPS[0]
    _built: dict[int, dict[str, str]] = field(default_factory=dict)
    _seen: set[Process] = field(default_factory=set)

    def expected(self) -> dict[str, str]:
        """Return the contents that a build from scratch gives for the value now."""
        if self._clip not in self._built:
            self._built[self._clip] = self.project.from_scratch(self.scratch / str(self._clip))
        return self._built[self._clip]

    def edit(self, clip: int) -> None:
        """Write another value into params.yaml."""
        self.project.edit("params.yaml", f"clip: {self._clip}}}", f"clip: {clip}}}")
        self._clip = clip

    def kill(
        self,
        command: str,
        victim: str,
        draw: random.Random,
        number: signal.Signals = signal.SIGKILL,
    ) -> Kill | None:
        """Edit a value, start a command, send the victim a signal, check, run again, check.

        Returns:
            What was seen; None where the command ended before there was such a victim.

        Raises:
            BrokenPromiseError: naming the file or showing what the next run said.
        """
        before, old = self._clip, self.expected()
        self.edit(draw.choice([clip for clip in _CLIPS if clip != before]))
        new = self.expected()
        hit = self._attack(command, victim, draw, number)
        if hit is None:
            self._recover(command, ask=False)
            return None
        counts = old_new_absent(self._contents(), old, new)
        if draw.random() < 0.25:
            self.edit(before)  # who is killed may have wanted to stop that edit
        # asking the engines takes as long as a kill, so not each time
        repaired = self._recover(command, ask=draw.random() < 0.2)
        return Kill(command, victim, number, hit.seconds, *counts, repaired, hit.ended)

    def leftovers(self) -> list[Process]:
        """Wait for the end of every process that was seen; return those that do not end."""
        eventually(lambda: all(gone(process) for process in self._seen), _PATIENCE)
        return [process for process in self._seen if not gone(process)]

    def _attack(
        self, command: str, victim: str, draw: random.Random, number: signal.Signals
    ) -> _Hit | None:
        begun = time.monotonic()
        # most of a run is Snakemake's start; jobs come after about a second
        delay = draw.uniform(0.0, 4.0 if victim in ("all", "dvc", "snakemake") else 2.0)
        further = draw.uniform(0.0, 0.1)  # into the life of what lives for a moment only
        with (
            tempfile.TemporaryFile("w+") as said,
            subprocess.Popen(
                COMMANDS[command],
                cwd=self.project.root,
                env=self.project.environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            ) as run,
        ):
            targets: list[Process] = []

            def found() -> bool:
                nonlocal targets
                targets = [p for p in family(run.pid) if victim in ("all", p.kind)]
                self._seen.update(targets)
                return bool(targets) or run.poll() is not None

            eventually(lambda: time.monotonic() - begun > delay or run.poll() is not None, delay)
            eventually(found, _PATIENCE)
            if number != signal.SIGKILL and further < 0.08:
                # most of a loaded machine's run is Snakemake's own start
                eventually(lambda: run.poll() is not None or _catching(run.pid), _PATIENCE)
                moment = time.monotonic() + delay / 2
                eventually(lambda: time.monotonic() > moment or run.poll() is not None, delay + 1)
                found()
            # who lives for a moment only may be gone by then: the next of its kind is as good
            while victim in ("client", "step") and targets and run.poll() is None:
                moment = time.monotonic() + further
                eventually(lambda moment=moment: time.monotonic() > moment, further + 1)
                living = [process for process in targets if not gone(process)]
                if living:
                    targets = living
                    break
                eventually(found, _PATIENCE)
            if victim == "all":
                found()
            else:
                targets = targets and [draw.choice(targets)]
            # a zombie takes a signal, too: only who still works counts as hit
            lived = run.poll() is None and any(not gone(process) for process in targets)
            members = family(run.pid)
            self._seen.update(members)
            asked = (
                number != signal.SIGKILL
                and any(process.kind == "snakemake" for process in targets)
                and _catching(run.pid)
            )
            if victim == "all" and number != signal.SIGKILL:
                hit = lived
                try:
                    os.killpg(run.pid, number)
                except ProcessLookupError:  # it has ended, and we have asked for its end
                    hit = False
            else:
                hit = kill(targets, number) and lived
            seconds = time.monotonic() - begun
            if asked and hit:
                ended = self._ends(command, run, number, {*members, *family(run.pid)})
                said.seek(0)
                self._told(said.read(), command, run.wait(), number)
                return _Hit(seconds, ended)
            self._seen.update(family(run.pid))
            # what it started may go on; the command itself must end
            if not eventually(lambda: run.poll() is not None, _PATIENCE):
                kill(family(run.pid))
                raise BrokenPromiseError(f"{command} does not end after its {victim} was killed")
        return _Hit(seconds, None) if hit else None

    def _ends(
        self,
        command: str,
        run: "subprocess.Popen[str]",
        number: signal.Signals,
        members: set[Process],
    ) -> float:
        """Wait until a run has ended with all its processes; return a Stopwatch's seconds."""
        watch = Stopwatch()

        def over() -> bool:
            return run.poll() is not None and all(gone(process) for process in members)

        if not eventually(over, self.seconds):
            left = [process for process in members if not gone(process)]
            kill(left)
            raise BrokenPromiseError(
                f"{command} has not ended {self.seconds} s after {number.name}: {left}"
            )
        return watch.seconds

    def _told(self, text: str, command: str, code: int, number: signal.Signals) -> None:
        """Hold what a run said at its end against what users are promised."""
        if code == 0:
            return  # it was done before the signal came
        if command == "snakemake" and code != 128 + number:
            raise BrokenPromiseError(f"exit code {code} after {number.name}:\n{text}")
        if text.count(_SENTENCE) != 1 or "Traceback" in text or " FAILED " in text:
            raise BrokenPromiseError(f"no sentence, or more, after {number.name}:\n{text}")

    def _contents(self) -> dict[str, str]:
        while True:
            try:
                return self.project.contents()
            except FileNotFoundError:
                pass  # what outlived the kill has removed or renamed it while we looked

    def _recover(self, command: str, *, ask: bool) -> bool:
        """Run the command again, as docs/faults.md says; say whether a lock had to be repaired.

        The bytes and the audit are looked at always, what the engine itself says where ``ask``.
        """
        repaired = command == "dvc" and not _lock_is_whole(self.project.root / "dvc.lock")
        if repaired:
            self.project.run("git", "checkout", "-q", "dvc.lock")
        locks = self.project.root / ".dvc/tmp/rwlock"
        if command == "dvc" and locks.exists() and not _is_json(locks):
            locks.unlink()
            repaired = True
        done = self.project.run(*COMMANDS[command], check=False)
        if done.returncode:
            raise BrokenPromiseError(f"the next {command} fails:\n{done.stdout}")
        now, expected = self.project.contents(), self.expected()
        if now != expected:
            names = sorted(n for n in {*now, *expected} if now.get(n) != expected.get(n))
            raise BrokenPromiseError(f"the next {command} leaves wrong {names}:\n{done.stdout}")
        # snakemake records nothing for DVC
        _, failures = self.project.audit()
        wrong = [f for f in failures if command == "dvc" or not f[1].startswith("dvc.lock")]
        if wrong:
            raise BrokenPromiseError(f"the next {command} leaves faults: {wrong}\n{done.stdout}")
        if ask and command == "snakemake" and self.project.planned() != {}:
            raise BrokenPromiseError("snakemake -n wants more after the next run")
        if ask and command == "dvc" and not self.project.dvc_is_clean():
            raise BrokenPromiseError("dvc status is not clean after the next run")
        return repaired


def _catching(root: int) -> bool:
    return any(process.kind == "snakemake" and catches(process) for process in family(root))


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_text())
    except json.JSONDecodeError:
        return False
    return True


def _lock_is_whole(lock: Path) -> bool:
    try:
        content = yaml.safe_load(lock.read_text())
        return isinstance(content["schema"], str) and isinstance(content.get("stages", {}), dict)
    except (OSError, yaml.YAMLError, TypeError, KeyError):
        return False
