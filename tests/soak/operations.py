"""What users, tools and accidents do to a project: each a small function that says what it did.

Numbers choose among what there is, modulo how much there is, so any number is a valid choice.
"""

import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml

from tests.patience import eventually
from tests.workflow.project import ToyProject

T = TypeVar("T")
STUDIES_SOURCE = "src/compsparse/studies"
# semantic edits of these change every record of the steps that import them
HELPERS = (
    f"{STUDIES_SOURCE}/alpha/arithmetic.py",
    f"{STUDIES_SOURCE}/beta/arithmetic.py",
    f"{STUDIES_SOURCE}/alpha/train.py",
    f"{STUDIES_SOURCE}/beta/evaluate.py",
    f"{STUDIES_SOURCE}/beta/render.py",
    "src/workflow_engine/steps.py",
    "src/workflow_engine/artifacts/json_values.py",
)
EDITABLE = ("params.yaml", *HELPERS)
DAY = 24 * 3600
_PATIENCE = 120.0  # seconds of a Stopwatch within which a run starts its jobs, or ends
# how a run is ended: the signal, and whether all of the group get it
_SIGNALS = {
    "group": (signal.SIGKILL, True),
    "leader": (signal.SIGKILL, False),
    "interrupt": (signal.SIGINT, True),
    "terminate": (signal.SIGTERM, False),
    "hangup": (signal.SIGHUP, False),
}
ENDS = tuple(_SIGNALS)
RESULT_FOLDERS = ("data", "models", "figures", "tables", "provenance", ".")


def pick(choices: Sequence[T], number: int) -> T:
    """Return one of the choices."""
    return choices[number % len(choices)]


# --- parameters -----------------------------------------------------------------------------------


def read_params(toy: ToyProject) -> dict[str, Any]:
    """Return params.yaml as it is."""
    params: dict[str, Any] = yaml.safe_load((toy.root / "params.yaml").read_text())
    return params


def _write_params(toy: ToyProject, params: dict[str, Any]) -> None:
    text = yaml.safe_dump(params, sort_keys=False, default_flow_style=None)
    (toy.root / "params.yaml").write_text(text)


def edit_value(toy: ToyProject, place: int, value: int) -> str:
    """Give one value of params.yaml another value."""
    params = read_params(toy)
    places: list[tuple[dict[str, Any], str, Sequence[Any]]] = [
        (params, "root_seed", range(6)),
        (params, "scale", ("default", "smoke")),
        (params, "numerics", ("portable", "native")),
    ]
    for study in params["studies"]:
        section = params[study]
        places += [
            (section["generate"], "count", range(1, 40)),
            (section["generate"], "clip", range(5, 100)),
            (section["train"], "offset", range(-3, 9)),
            (section["train"], "factor", range(-2, 6)),
        ]
    holder, key, allowed = pick(places, place)
    was, holder[key] = holder[key], pick(allowed, value)
    _write_params(toy, params)
    return f"{key}: {was} -> {holder[key]}"


def swap_two(toy: ToyProject, which: int) -> str:
    """Exchange two values of params.yaml, so that the set of values stays the same."""
    params = read_params(toy)
    study = pick(params["studies"], which // 4)
    section = params[study]
    train, generate = section["train"], section["generate"]
    kind = which % 4
    if kind == 0:
        train["offset"], train["factor"] = train["factor"], train["offset"]
    elif kind == 1:
        generate["count"], generate["clip"] = generate["clip"], generate["count"]
    elif kind == 2:
        train["rates"].reverse()
    else:
        section["prune"]["fractions"].reverse()
    _write_params(toy, params)
    names = ("offset and factor", "count and clip", "order of rates", "order of fractions")
    return f"{study}: {names[kind]}"


def add_sweep_value(toy: ToyProject, which: int, value: int) -> str:
    """Add a value to one of the lists, at any place."""
    name, values, allowed, write = _sweep(toy, which)
    new = [v for v in allowed if v not in values]
    if len(values) >= 4 or not new:
        return f"{name}: no room"
    values.insert(value % (len(values) + 1), pick(new, value))
    write()
    return f"{name} = {values}"


def remove_sweep_value(toy: ToyProject, which: int, value: int) -> str:
    """Take a value out of one of the lists, as long as one is left."""
    name, values, _, write = _sweep(toy, which)
    if len(values) < 2:
        return f"{name}: only one left"
    values.pop(value % len(values))
    write()
    return f"{name} = {values}"


def _sweep(toy: ToyProject, which: int) -> tuple[str, list[int], range, Callable[[], None]]:
    params = read_params(toy)
    study = pick(params["studies"], which // 2)
    section = params[study]
    if which % 2:
        values, allowed, name = section["prune"]["fractions"], range(10, 100, 10), "fractions"
    else:
        values, allowed, name = section["train"]["rates"], range(1, 9), "rates"
    return f"{study}.{name}", values, allowed, lambda: _write_params(toy, params)


def toggle_study(toy: ToyProject, kept: dict[str, Any]) -> str:
    """Take study beta out of params.yaml, or put it back as it was (``kept`` holds it)."""
    params = read_params(toy)
    if "beta" in params["studies"]:
        params["studies"] = ["alpha"]
        kept["beta"] = params.pop("beta")
        done = "beta taken out"
    else:
        params["studies"] = ["alpha", "beta"]
        params["beta"] = kept["beta"]
        done = "beta put back"
    _write_params(toy, params)
    return done


# --- code -----------------------------------------------------------------------------------------


def edit_helper(toy: ToyProject, which: int, value: int) -> str:
    """Change what code does: a constant, and in the arithmetic the numbers themselves."""
    name = pick(HELPERS, which)
    path = toy.root / name
    text = path.read_text()
    if name.endswith("arithmetic.py"):
        pattern = r"    return min\(value, limit.*\)"
        text, changed = re.subn(pattern, f"    return min(value, limit - {value % 5})", text)
        assert changed == 1, text
    else:
        text = re.sub(r"\nREVISION = \d+\n", "\n", text) + f"\nREVISION = {value % 9}\n"
    path.write_text(text)
    return f"{name}: {value % 9}"


def slow_down(toy: ToyProject, value: int) -> str:
    """Let the jobs that import the arithmetic take longer, so that kills find them at work."""
    name = pick(HELPERS[:2], value)
    path = toy.root / name
    text = path.read_text()
    if "import time" in text:
        text = text.replace("import time\n\n", "").replace(
            "time.sleep(0.005)\n    return", "return"
        )
        done = "fast again"
    else:
        text = text.replace("def clipped", "import time\n\n\ndef clipped", 1)
        text = text.replace("    return min", "    time.sleep(0.005)\n    return min")
        done = "slow"
    path.write_text(text)
    return f"{name}: {done}"


def edit_comment(toy: ToyProject, which: int, value: int) -> str:
    """Change a comment or the layout of some module of the package, engine included."""
    modules = sorted((toy.root / "src/compsparse").rglob("*.py"))
    path = pick(modules, which)
    text = re.sub(r"\n# remark \d+\n*", "\n", path.read_text())
    path.write_text(text + f"\n# remark {value}\n" + "\n" * (value % 3))
    return str(path.relative_to(toy.root))


def snapshot(toy: ToyProject) -> dict[str, str]:
    """Return the texts that the edits here change."""
    return {name: (toy.root / name).read_text() for name in EDITABLE}


def revert(toy: ToyProject, texts: dict[str, str]) -> str:
    """Write an earlier snapshot back, with the time of now."""
    changed = [n for n, text in texts.items() if (toy.root / n).read_text() != text]
    for name in changed:
        (toy.root / name).write_text(texts[name])
    return ", ".join(changed) or "nothing differs"


# --- git and DVC ----------------------------------------------------------------------------------


def git_checkout(toy: ToyProject) -> str:
    """Discard every change of a tracked file."""
    toy.run("git", "checkout", "-q", ".")
    return "git checkout ."


def git_checkout_commit(toy: ToyProject, commit: str) -> str:
    """Go to another commit by force."""
    toy.run("git", "checkout", "-q", "-f", "-B", "main", commit)
    return f"git checkout {commit[:7]}"


def git_checkout_results(toy: ToyProject) -> str:
    """Take git's part of the results (records, tables, metrics) from the commit, not the code."""
    toy.run("git", "checkout", "-q", "HEAD", "--", "results", "dvc.lock")
    return "git checkout HEAD -- results dvc.lock"


def git_stash(toy: ToyProject, untracked: bool) -> str:
    """Put all changes aside."""
    toy.run("git", "stash", "-q", *(["-u"] if untracked else []))
    return "git stash -u" if untracked else "git stash"


def git_stash_pop(toy: ToyProject) -> str:
    """Bring stashed changes back on a clean tree; where git cannot, forget them."""
    if not toy.run("git", "stash", "list").stdout:
        return "no stash"
    toy.run("git", "checkout", "-q", ".")
    if toy.run("git", "stash", "pop", "-q", check=False).returncode:
        toy.run("git", "reset", "-q", "--hard")
        toy.run("git", "stash", "drop", "-q", check=False)
        return "git stash pop: conflict, dropped"
    return "git stash pop"


def commit(toy: ToyProject) -> str:
    """Commit everything that git tracks or could; return the commit."""
    toy.run("git", "add", "-A")
    toy.run("git", "commit", "-q", "--allow-empty", "-m", "soak")
    return toy.run("git", "rev-parse", "HEAD").stdout.strip()


def dvc_checkout(toy: ToyProject) -> str:
    """Let DVC put back what dvc.lock records, whatever lies there."""
    done = toy.run("dvc", "checkout", "-q", "-f", check=False)
    return "dvc checkout" + (": not all is in the cache" if done.returncode else "")


def clone_and_pull(toy: ToyProject, folder: Path) -> ToyProject:
    """Push, clone the last commit, pull; the clone stands alone."""
    toy.run("dvc", "push", "-q", check=False)
    toy.run("git", "clone", "-q", "-b", "main", str(toy.root), str(folder))
    clone = ToyProject(folder, toy.variables, toy.scripts)
    for name, value in (("email", "toy@example.org"), ("name", "Toy")):
        clone.run("git", "config", f"user.{name}", value)
    clone.run("git", "config", "commit.gpgsign", "false")
    clone.run("dvc", "pull", "-q", check=False)
    return clone


def restore(toy: ToyProject) -> str:
    """Bring back what the last sweep moved to the trash, unless other files lie there."""
    if not (toy.root / "results").is_dir():
        return "no results"
    done = toy.run("compsparse", "restore", check=False)
    assert done.returncode in (0, 2), done.stdout
    return done.stdout.splitlines()[0][:60]


# --- accidents and malice -------------------------------------------------------------------------


def tamper(path: Path, kind: str, value: int, other: bytes) -> str:
    """Change a file's bytes: ``kind`` says how.

    ``flip`` changes one byte in place, ``restore`` does so and sets the time back, ``append`` and
    ``truncate`` change the length, ``replace`` puts ``other`` there with the old time.
    """
    status, content = path.stat(), path.read_bytes()
    if kind in ("flip", "restore"):
        place = value % len(content)
        with path.open("r+b") as stream:
            stream.seek(place)
            stream.write(bytes([content[place] ^ (1 + value % 255)]))
    elif kind == "append":
        with path.open("ab") as stream:
            stream.write(b" ")
    elif kind == "truncate":
        os.truncate(path, value % len(content))
    else:
        path.unlink()
        path.write_bytes(other)
    if kind in ("restore", "replace"):
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    return kind


def delete(toy: ToyProject, study: str, which: int) -> str:
    """Delete a folder of results, all results of a study, or the engines' own memory."""
    places = [f"results/{study}/{name}" for name in RESULT_FOLDERS]
    places += ["results", ".snakemake", ".dvc/tmp", "dvc.lock"]
    place = pick(places, which)
    path = toy.root / place
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    return place


def add_foreign_file(toy: ToyProject, study: str, which: int) -> str:
    """Put a file of one's own among the results; return its path under results/."""
    name = pick(
        (
            f"{study}/models/mine.json",
            f"{study}/models/rate_77.json",
            f"{study}/data/deep/er/notes.txt",
            f"{study}/figures/.hidden.svg",
            f"{study}/tables/mine.csv",
            f"{study}/provenance/train/mine.json",
            f"{study}/provenance/notes.txt",
            f"{study}/mine.txt",
            "notes.txt",
            "gamma/data/x.csv",
        ),
        which,
    )
    path = toy.root / "results" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"mine {which}\n")
    return name


def touch_at_random(toy: ToyProject, seed: int) -> str:
    """Give some sources and some results random times, between 1970 and in a month."""
    generator = random.Random(seed)
    paths = [toy.root / "params.yaml", toy.root / "Snakefile", toy.root / "dvc.yaml"]
    for folder in ("src", "results", "workflow", ".snakemake/ledger"):
        paths += [p for p in sorted((toy.root / folder).rglob("*")) if p.is_file()]
    chosen = [path for path in paths if generator.random() < 0.3]
    for path in chosen:
        moment = generator.uniform(0, time.time() + 30 * DAY)
        os.utime(path, (moment, moment))
    return f"{len(chosen)} files"


def skew_clock(toy: ToyProject, days: int, place: str) -> str:
    """Move the times of all files of a folder, as a copy from a machine with a wrong clock does."""
    for path in sorted((toy.root / place).rglob("*")):
        if path.is_file():
            moment = path.stat().st_mtime_ns + days * DAY * 10**9
            os.utime(path, ns=(max(moment, 0), max(moment, 0)))
    return f"{place} by {days} days"


def kill_while_running(
    toy: ToyProject, command: Sequence[str], jobs: int, after: float, how: str
) -> tuple[str, list[int]]:
    """Start a command and end it some seconds after it has started so many jobs.

    ``group`` and ``leader`` are ended by SIGKILL, ``interrupt`` is the group ended as by Ctrl-C,
    ``terminate`` and ``hangup`` are the leader ended by SIGTERM and SIGHUP.
    Returns what happened and the processes that live on.
    """
    before = _logs(toy)
    run = subprocess.Popen(
        command,
        cwd=toy.root,
        env=toy.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    started = 0

    def reached() -> bool:
        nonlocal started
        started = len(_logs(toy) - before)
        return run.poll() is not None or started >= jobs

    eventually(reached, _PATIENCE)
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(timeout=after)
        return f"it had ended after {started} jobs", processes_in(toy.root)
    number, whole_group = _SIGNALS[how]
    (os.killpg if whole_group else os.kill)(run.pid, number)
    left = processes_in(toy.root)
    if not eventually(lambda: run.poll() is not None, _PATIENCE):
        os.killpg(run.pid, signal.SIGKILL)
        raise AssertionError(f"{command} goes on after {how}")
    return f"{how} after {started} jobs and {after:.2f} s", [p for p in left if p != run.pid]


def _logs(toy: ToyProject) -> set[tuple[str, int]]:
    """Return the logs of jobs with their times: each job that starts makes one new."""
    found = set()
    for path in (toy.root / "results/.logs").glob("*/*.log"):
        with contextlib.suppress(FileNotFoundError):
            found.add((str(path), path.stat().st_mtime_ns))
    return found


def processes_in(folder: Path) -> list[int]:
    """Return the processes that work in a folder (as Linux tells them)."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").readlink() == folder.resolve():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def wait_until_nobody_works_in(folder: Path, seconds: float = 60.0) -> None:
    """Wait for the orphans of a killed run.

    Raises:
        AssertionError: they do not end.
    """
    ended = eventually(lambda: not processes_in(folder), seconds)
    assert ended, f"processes {processes_in(folder)} still work in {folder}"
