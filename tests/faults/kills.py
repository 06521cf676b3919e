"""Kill one process of a run at some instant, then hold what lies there against both states."""

import random
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from tests.faults.processes import Process, eventually, family, gone, kill
from tests.workflow.project import ToyProject

COMMANDS = {"snakemake": ["snakemake", "--cores", "2"], "dvc": ["dvc", "repro"]}
_CLIPS = (60, 50, 40)  # values of params.yaml that a campaign moves between
_PATIENCE = 120.0  # seconds within which every run has ended, on a busy machine too


class BrokenPromiseError(AssertionError):
    """After a kill something is neither old nor new, or the next run does not repair it."""


@dataclass(frozen=True)
class Kill:
    """One kill and what was seen after it.

    Attributes:
        command: what was running, ``snakemake`` or ``dvc``.
        victim: which process was killed.
        seconds: how long after the start.
        old: files with the bytes from before; ``new`` with those of the edit; ``absent`` neither.
        repaired_lock: dvc.lock was cut off and had to be taken from git.
    """

    command: str
    victim: str
    seconds: float
    old: int
    new: int
    absent: int
    repaired_lock: bool


def slow_down(project: ToyProject) -> None:
    """Make training take a while, and its models large, so that writing and hashing do as well."""
    for study in ("alpha", "beta"):
        step = f"src/compsparse/studies/{study}/train.py"
        project.edit(step, '"model": scaled', '"model": scaled * 3_000')
        # long enough to be found among all processes, on a busy machine too
        project.edit(step, "    numbers = ", "    time.sleep(0.2)\n    numbers = ")
        project.edit(step, "from compsparse.artifacts", "import time\n\nfrom compsparse.artifacts")


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
    """

    project: ToyProject
    scratch: Path
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

    def kill(self, command: str, victim: str, draw: random.Random) -> Kill | None:
        """Edit a value, start a command, kill the victim, check, run again, check.

        Returns:
            What was seen; None where the command ended before there was such a victim.

        Raises:
            BrokenPromiseError: naming the file or showing what the next run said.
        """
        before, old = self._clip, self.expected()
        self.edit(draw.choice([clip for clip in _CLIPS if clip != before]))
        new = self.expected()
        seconds = self._attack(command, victim, draw)
        if seconds is None:
            self._recover(command, ask=False)
            return None
        counts = old_new_absent(self._contents(), old, new)
        if draw.random() < 0.25:
            self.edit(before)  # who is killed may have wanted to stop that edit
        # asking the engines takes as long as a kill, so not each time
        repaired = self._recover(command, ask=draw.random() < 0.2)
        return Kill(command, victim, seconds, *counts, repaired)

    def leftovers(self) -> list[Process]:
        """Wait for the end of every process that was seen; return those that do not end."""
        eventually(lambda: all(gone(process) for process in self._seen), _PATIENCE)
        return [process for process in self._seen if not gone(process)]

    def _attack(self, command: str, victim: str, draw: random.Random) -> float | None:
        begun = time.monotonic()
        # most of a run is Snakemake's start; jobs come after about a second
        delay = draw.uniform(0.0, 4.0 if victim in ("all", "dvc", "snakemake") else 2.0)
        further = draw.uniform(0.0, 0.1)  # into the life of what lives for a moment only
        with subprocess.Popen(
            COMMANDS[command],
            cwd=self.project.root,
            env=self.project.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as run:
            targets: list[Process] = []

            def found() -> bool:
                nonlocal targets
                targets = [p for p in family(run.pid) if victim in ("all", p.kind)]
                self._seen.update(targets)
                return bool(targets) or run.poll() is not None

            eventually(lambda: time.monotonic() - begun > delay or run.poll() is not None, delay)
            eventually(found, _PATIENCE)
            if victim in ("client", "step"):
                at = time.monotonic() + further
                eventually(lambda: time.monotonic() > at, further + 1)
            if victim == "all":
                found()
            else:
                targets = targets and [draw.choice(targets)]
            # a zombie takes a signal, too: only who still works counts as hit
            lived = run.poll() is None and any(not gone(process) for process in targets)
            hit = kill(targets) and lived
            seconds = time.monotonic() - begun
            self._seen.update(family(run.pid))
            # what it started may go on; the command itself must end
            if not eventually(lambda: run.poll() is not None, _PATIENCE):
                kill(family(run.pid))
                raise BrokenPromiseError(f"{command} does not end after its {victim} was killed")
        return seconds if hit else None

    def _contents(self) -> dict[str, str]:
        while True:
            try:
                return self.project.contents()
            except FileNotFoundError:
                pass  # what outlived the kill has removed or renamed it while we looked

    def _recover(self, command: str, *, ask: bool) -> bool:
        """Run the command again, as docs/faults.md says; say whether dvc.lock had to be restored.

        The bytes and the audit are looked at always, what the engine itself says where ``ask``.
        """
        repaired = command == "dvc" and not _lock_is_whole(self.project.root / "dvc.lock")
        if repaired:
            self.project.run("git", "checkout", "-q", "dvc.lock")
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


def _lock_is_whole(lock: Path) -> bool:
    try:
        content = yaml.safe_load(lock.read_text())
        return isinstance(content["schema"], str) and isinstance(content.get("stages", {}), dict)
    except (OSError, yaml.YAMLError, TypeError, KeyError):
        return False
