"""The state machine: draws operations, and holds what the engines do and say against the oracle."""

import contextlib
import functools
import json
import os
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, Verbosity, assume, seed, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from tests.soak import attacks, operations
from tests.soak.expectation import Expectation
from tests.soak.oracle import Build, Oracle
from tests.workflow.project import STUDIES, ToyProject

ENGINES = ("snakemake", "dvc repro", "make repro")
numbers = st.integers(0, 2**20)
# what follows an operation: often nothing, so that operations meet
AFTERWARDS = st.sampled_from(["", "", "", "snakemake", *ENGINES])


def operation(
    then: st.SearchStrategy[str] | None = AFTERWARDS, **draws: st.SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Any]:
    """Make a rule of an operation; some of the time a whole run comes right after it."""

    def decorate(work: Callable[..., None]) -> Any:
        @functools.wraps(work)
        def whole(machine: "Soak", /, **values: Any) -> None:
            if not machine.work.goes_on():
                raise LimitReached
            machine.calls.append((work.__name__, dict(values)))
            after = "" if then is None else values.pop("then")
            work(machine, **values)
            if after:
                machine.complete(after)

        return rule(**({} if then is None else {"then": then}), **draws)(whole)

    return decorate


class Break(BaseException):
    """A comparison failed. Not an ``Exception``, else hypothesis would run the sequence again."""


class LimitReached(BaseException):
    """Steps or minutes are used up within a sequence. Not an ``Exception``, see ``Break``."""


@dataclass
class Workplace:
    """What all sequences share: a built project to start from, the oracle, counts, a voice."""

    folder: Path
    pristine: ToyProject
    say: Callable[[str], None]
    oracle: Oracle = field(default_factory=Oracle)
    operations: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    # scripts of another environment with the same packages and minor version of Python
    second: Path | None = None
    # asked before every operation
    goes_on: Callable[[], bool] = lambda: True

    @property
    def steps(self) -> int:
        """Operations done so far."""
        return self.operations.total()

    @classmethod
    def create(cls, folder: Path, say: Callable[[str], None]) -> "Workplace":
        """Build and commit the toy project that every sequence starts from."""
        project = ToyProject.create(folder / "pristine")
        # else files of the toy's size never take part in the memory of hashes
        project.edit("src/workflow_engine/provenance/hashes.py", "_LARGE = 1 << 20", "_LARGE = 1")
        project.run("dvc", "remote", "add", "-q", "-d", "storage", str(folder / "storage"))
        project.repro()
        operations.commit(project)
        project.run("dvc", "push", "-q")
        other = os.environ.get("COMPSPARSE_SECOND_ENVIRONMENT")
        return cls(folder, project, say, second=Path(other, "bin") if other else None)


class Soak(RuleBasedStateMachine):
    """One project under random operations; every run and every answer is compared."""

    def __init__(self, workplace: Workplace) -> None:
        super().__init__()
        self.work = workplace
        self.toy = workplace.pristine
        self.place: Path | None = None
        self.history: list[str] = []
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.snapshots: list[dict[str, str]] = []
        self.commits: list[str] = []
        self.kept: dict[str, Any] = {}  # the section of a study that was taken out
        self.tampered: dict[str, str | None] = {}  # path: sha that was put there, None: deleted
        self.hidden: set[str] = set()  # changed under a restored time, and no sync since
        self.clones = 0
        self.move_out: Callable[[], None] | None = None  # removes a user's settings
        self.outside: attacks.Outside | None = None

    # --- telling ----------------------------------------------------------------------------------

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[Callable[[str], None]]:
        """Count and tell one operation; a failed comparison tells the whole sequence."""
        self.work.operations[name] += 1
        self.history.append(name)

        def note(detail: str) -> None:
            self.history[-1] = f"{name}: {detail}"

        start = time.monotonic()
        try:
            yield note
        except Exception as error:
            raise Break(self._told(error)) from error
        took = time.monotonic() - start
        self.work.say(f"  {len(self.history) - 1:3} {self.history[-1]} ({took:.1f} s)")

    def _told(self, error: Exception) -> str:
        lines = "\n".join(f"  {i:3} {line}" for i, line in enumerate(self.history))
        calls = self.work.folder / "calls.json"
        calls.write_text("[\n" + ",\n".join(json.dumps(call) for call in self.calls) + "\n]\n")
        return (
            f"the sequence\n{lines}\nends with\n{error}\n"
            f"The project is kept: {self.toy.root}\n"
            f"Its operations, to shorten and replay with --replay: {calls}"
        )

    # --- comparing --------------------------------------------------------------------------------

    def build(self, **overrides: object) -> Build:
        """Return what the present state should give."""
        return self.work.oracle(self.toy, **overrides)

    def expectation(self) -> Expectation:
        """Hold results/ as it lies there against the oracle."""
        return Expectation(self.build(), self.toy.contents(), self.work.oracle.records)

    def check_audit(self, expected: Expectation, *, recorded: bool = False) -> None:
        """The audit names exactly what is wrong, every tampering included."""
        if not (self.toy.root / "results").is_dir():
            done = self.toy.run("compsparse", "audit", check=False)
            assert done.returncode == 2 and "does not exist" in done.stdout, done.stdout
            return
        code, failures = self.toy.audit()
        named = {
            p.removeprefix("results/") for p, why in failures if not why.startswith("dvc.lock:")
        }
        assert named == expected.named, (
            f"the audit names {sorted(named - expected.named)} beside what is wrong, and does not "
            f"name {sorted(expected.named - named)}"
        )
        for path, sha in self.tampered.items():
            if path in expected.build.files and expected.disk.get(path) == sha:
                job = expected.build.job_of(path)
                assert named & {path, *job.outputs}, f"the tampering with {path} is not named"
                self.work.checks["tamperings named"] += 1
        of_lock = [f"{path}: {why}" for path, why in failures if why.startswith("dvc.lock:")]
        assert not (recorded and of_lock), f"after dvc repro the audit says {of_lock}"
        assert code == int(bool(failures))
        self.work.checks["audits"] += 1

    def check_dry_run(self, expected: Expectation) -> None:
        """A dry run wants exactly the jobs that do not hold and those that follow."""
        planned = self.toy.planned()
        assert planned == expected.planned(), (
            f"snakemake -n wants {planned}, it should want {expected.planned()}, since these files "
            f"are wrong: {expected.wrong}"
        )
        self.hidden.clear()
        self.work.checks["dry runs"] += 1

    def check_completed(
        self, before: Expectation, *, recorded: bool, asked: Collection[str] = STUDIES
    ) -> None:
        """After a run: the bytes of a scratch build, nothing to do, audit and DVC agree.

        Args:
            before: what lay there.
            recorded: whether DVC has recorded it.
            asked: the studies that Snakemake was asked for.
        """
        after = self.expectation()
        assert after.wrong == [], f"after the run these files are wrong: {after.wrong}"
        left = before.extra - before.swept(asked)
        assert after.extra == left, (
            f"after the run these files lie beside the results: {sorted(after.extra)}; these were "
            f"to be expected: {sorted(left)}"
        )
        # DVC first: a dry run sets times, which makes DVC look again
        if recorded:
            status = self.toy.run("dvc", "status").stdout
            assert "up to date" in status, f"after dvc repro, dvc status says\n{status}"
        self.check_audit(after, recorded=recorded)
        self.check_dry_run(after)
        self.tampered = {p: sha for p, sha in self.tampered.items() if after.disk.get(p) == sha}
        self.work.checks["completed runs"] += 1

    def complete(self, engine: str) -> None:
        """Run everything by one of the engines, as an operation of its own."""
        with self.step(engine):
            self.full_run(engine)

    def full_run(self, engine: str) -> None:
        """Run everything by one of the engines and compare."""
        before = self.expectation()
        if self.tampered or before.extra:
            self.check_audit(before)
        self.run_engine(engine, before)

    def run_engine(self, engine: str, before: Expectation) -> None:
        """Run everything by one of the engines; ``before`` is what lay there."""
        if engine == "snakemake":
            self.toy.snakemake()
            self.check_completed(before, recorded=False)
            return
        blind = engine == "dvc repro" and bool(self.hidden)
        asked: set[str] = set()
        if engine == "make repro":
            self.toy.snakemake()
            self.hidden.clear()
            asked = set(STUDIES)
        text = self.toy.repro()
        if blind and self.expectation().wrong:
            # plain dvc repro cannot see these (docs/provenance.md); the audit must
            self.check_audit(self.expectation())
            self.work.checks["tamperings that plain dvc repro does not see"] += 1
            return
        asked |= set(re.findall(r"Running stage 'study@(\w+)'", text))
        self.check_completed(before, recorded=True, asked=asked)

    # --- the beginning and the end ----------------------------------------------------------------

    @initialize(draw=st.integers(0, 2**30))
    def begin(self, draw: int) -> None:
        # hypothesis begins with the simplest case, in which everything is the first choice
        assume(draw > 0)
        self.start()

    def start(self) -> None:
        """Copy the built project to work in."""
        self.place = self.work.folder / f"sequence{self.work.operations['begin']}"
        self.toy = self.work.pristine.copied(self.place / "project")
        self.outside = attacks.Outside.make(self.place / "outside.json", b"somebody's\n")
        self.commits = [self.toy.run("git", "rev-parse", "HEAD").stdout.strip()]
        with self.step("begin") as note:
            note("a built project, committed and pushed")
            self.snapshots.append(operations.snapshot(self.toy))

    def finish(self) -> None:
        """Complete what was begun, compare, and remove the project."""
        if self.place is not None:
            with self.step("finish") as note:
                note("make repro")
                self.full_run("make repro")
            shutil.rmtree(self.place)

    # --- edits ------------------------------------------------------------------------------------

    @operation(place=numbers, value=numbers)
    def edit_a_value(self, place: int, value: int) -> None:
        with self.step("edit a value") as note:
            note(operations.edit_value(self.toy, place, value))
            self.snapshots.append(operations.snapshot(self.toy))

    @operation(which=numbers)
    def swap_two_values(self, which: int) -> None:
        with self.step("swap two values") as note:
            note(operations.swap_two(self.toy, which))

    @operation(which=numbers, value=numbers)
    def add_a_sweep_value(self, which: int, value: int) -> None:
        with self.step("add a sweep value") as note:
            note(operations.add_sweep_value(self.toy, which, value))
            self.snapshots.append(operations.snapshot(self.toy))

    @operation(which=numbers, value=numbers)
    def remove_a_sweep_value(self, which: int, value: int) -> None:
        with self.step("remove a sweep value") as note:
            note(operations.remove_sweep_value(self.toy, which, value))

    @operation()
    def take_a_study_out_or_put_it_back(self) -> None:
        with self.step("take a study out or put it back") as note:
            note(operations.toggle_study(self.toy, self.kept))

    @operation(which=numbers, value=numbers)
    def edit_a_helper(self, which: int, value: int) -> None:
        with self.step("edit a helper") as note:
            note(operations.edit_helper(self.toy, which, value))
            self.snapshots.append(operations.snapshot(self.toy))

    @operation(value=numbers)
    def make_a_helper_slow_or_fast(self, value: int) -> None:
        with self.step("make a helper slow or fast") as note:
            note(operations.slow_down(self.toy, value))

    @operation(which=numbers, value=numbers)
    def edit_a_comment(self, which: int, value: int) -> None:
        with self.step("edit a comment") as note:
            before = self.build()
            note(operations.edit_comment(self.toy, which, value))
            assert self.build() == before

    @operation(which=numbers)
    def revert_to_an_earlier_text(self, which: int) -> None:
        with self.step("revert") as note:
            note(operations.revert(self.toy, operations.pick(self.snapshots, which)))

    # --- git, DVC ---------------------------------------------------------------------------------

    @operation()
    def git_checkout(self) -> None:
        with self.step("git checkout"):
            operations.git_checkout(self.toy)

    @operation(which=numbers)
    def git_checkout_another_commit(self, which: int) -> None:
        with self.step("git checkout of another commit") as note:
            note(operations.git_checkout_commit(self.toy, operations.pick(self.commits, which)))

    @operation()
    def git_checkout_of_results_only(self) -> None:
        with self.step("git checkout of results only"):
            operations.git_checkout_results(self.toy)

    @operation(untracked=st.booleans())
    def git_stash(self, untracked: bool) -> None:
        with self.step("git stash") as note:
            note(operations.git_stash(self.toy, untracked))

    @operation()
    def git_stash_pop(self) -> None:
        with self.step("git stash pop") as note:
            note(operations.git_stash_pop(self.toy))

    @operation()
    def git_commit(self) -> None:
        with self.step("git commit"):
            self.commits.append(operations.commit(self.toy))

    @operation()
    def dvc_checkout(self) -> None:
        with self.step("dvc checkout") as note:
            note(operations.dvc_checkout(self.toy))

    @operation(commit=st.booleans())
    def clone_and_pull(self, commit: bool) -> None:
        with self.step("clone and pull") as note:
            recorded = False
            if commit:
                self.full_run("make repro")
                self.commits.append(operations.commit(self.toy))
                recorded = True
            assert self.place is not None
            self.clones += 1
            before, old = self.toy.contents(), self.toy.root
            self.toy = operations.clone_and_pull(self.toy, self.place / f"clone{self.clones}")
            note(f"{'all' if recorded else 'the last commit'} into {self.toy.root.name}")
            shutil.rmtree(old)
            self.hidden.clear()
            expected = self.expectation()
            if recorded:
                assert expected.wrong == [], f"wrong after dvc pull: {expected.wrong}"
                assert set(expected.disk) <= set(before)
                assert "up to date" in self.toy.run("dvc", "status").stdout
            self.check_dry_run(expected)

    # --- runs -------------------------------------------------------------------------------------

    @operation(None, engine=st.sampled_from(ENGINES))
    def run_everything(self, engine: str) -> None:
        self.complete(engine)

    @operation(None)
    def dry_run(self) -> None:
        with self.step("snakemake -n"):
            self.check_dry_run(self.expectation())

    @operation(None)
    def audit(self) -> None:
        with self.step("audit"):
            self.check_audit(self.expectation())

    @operation(None, which=numbers)
    def single_target(self, which: int) -> None:
        with self.step("single target") as note:
            before = self.expectation()
            build = before.build
            outputs = [path for job in build.jobs for path in job.outputs]
            studies = sorted({job.study for job in build.jobs})
            targets: dict[str, list[str]] = {f"results/{path}": [path] for path in outputs}
            for job in build.jobs:
                if "result" in job.wildcards:
                    targets[job.rule] = list(job.outputs)
            for study in studies:
                last = [j for j in build.jobs if j.study == study and j.step in ("render", "judge")]
                targets[study] = [path for job in last for path in job.outputs]
            target = operations.pick(sorted(targets), which)
            note(target)
            self.toy.snakemake(target)
            after = self.expectation()
            behind = [
                path
                for job in build.ancestry(targets[target])
                for path in (job.record, *job.outputs)
            ]
            wrong = set(behind) & set(after.wrong)
            assert not wrong, f"wrong after the run: {sorted(wrong)}"
            swept = before.swept({behind.study for behind in build.ancestry(targets[target])})
            expected = {p: sha for p, sha in before.disk.items() if p not in swept}
            expected |= {path: build.files[path] for path in behind}
            assert after.disk == expected
            self.check_dry_run(after)

    @operation(
        None,
        scale=st.sampled_from(["smoke", "default"]),
        root_seed=st.integers(0, 5),
        out=st.booleans(),
    )
    def run_elsewhere(self, scale: str, root_seed: int, out: bool) -> None:
        with self.step("run elsewhere") as note:
            written = operations.read_params(self.toy)
            same = (scale, root_seed) == (written["scale"], written["root_seed"])
            root_seed += same and not out
            asked = {"scale": scale, "root_seed": root_seed}
            words = [f"{key}={value}" for key, value in asked.items()]
            if out:
                place = self.toy.root.parent / "elsewhere"
                words.append(f"out={place}")
            else:
                mark = "" if root_seed == written["root_seed"] else f"-seed{root_seed}"
                place = self.toy.root / f"results/.scratch/{scale}{mark}"
            note(" ".join(words[:2]) + (" out" if out else ""))
            before = self.toy.contents()
            self.toy.snakemake("--config", *words)
            assert self.toy.contents() == before, "a run elsewhere changed results/"
            # a study that was switched off since a run there is not touched
            there = {
                path: sha
                for path, sha in self.toy.contents(str(place)).items()
                if path.split("/")[0] in written["studies"]
            }
            assert there == self.build(**asked).files
            assert self.toy.planned("--config", *words) == {}
            assert self.toy.audit(str(place)) == (0, [])
            self.work.checks["runs elsewhere"] += 1

    # --- accidents and malice ---------------------------------------------------------------------

    @operation(
        which=numbers,
        value=numbers,
        kind=st.sampled_from(["flip", "restore", "restore", "append", "truncate", "replace"]),
    )
    def tamper(self, which: int, value: int, kind: str) -> None:
        with self.step("tamper") as note:
            name = operations.pick(sorted(self.build().files), which)
            path = self.toy.root / "results" / name
            if not path.is_file() or path.stat().st_size == 0:
                note(f"{name} is not there")
                return
            was = path.read_bytes()
            versions = self.work.oracle.versions[name]
            other = self.work.oracle.contents[operations.pick(versions, value)]
            note(f"{name}: {operations.tamper(path, kind, value, other)}")
            if path.read_bytes() != was:
                self.tampered[name] = sha256(path.read_bytes()).hexdigest()
                if kind in ("restore", "replace"):
                    self.hidden.add(name)

    @operation()
    def bring_back_what_was_swept(self) -> None:
        with self.step("bring back what was swept") as note:
            note(operations.restore(self.toy))

    def refuses(self, *command: str) -> None:
        """A command ends in a sentence, and nothing outside the project has changed."""
        done = self.toy.run(*command, check=False)
        assert done.returncode not in (0, None), f"{command} goes on:\n{done.stdout}"
        assert "Traceback" not in done.stdout, done.stdout
        assert self.outside is not None and self.outside.intact, "something outside was changed"
        self.work.checks["refusals"] += 1

    @operation(which=numbers, kind=st.sampled_from(attacks.KINDS))
    def put_a_special_file(self, which: int, kind: str) -> None:
        with self.step("special file") as note:
            build = self.build()
            name = operations.pick(sorted(build.files), which)
            path = self.toy.root / "results" / name
            if not path.parent.is_dir() or self.outside is None:
                note(f"{name} has no place")
                return
            note(f"{name}: {attacks.put_special_file(path, kind, self.outside.path)}")
            code, failures = self.toy.audit()
            job = build.job_of(name)
            mine = {f"results/{file}" for file in (job.record, *job.outputs)}
            assert code == 1 and mine & {file for file, _ in failures}, f"{name} is not named"
            self.refuses("snakemake", "-n")
            self.refuses("snakemake", "--cores", "2")
            path.unlink()  # as the sentence says
            self.tampered[name] = None

    @operation(which=numbers, study=st.sampled_from(["alpha", "beta"]))
    def lead_a_folder_elsewhere(self, which: int, study: str) -> None:
        with self.step("a folder that is a link") as note:
            assert self.place is not None
            away = self.place / "away"
            folder = attacks.link_folder(self.toy, study, which, away)
            if folder is None or study not in operations.read_params(self.toy)["studies"]:
                note("no folder to link, or of no interest")
            else:
                note(str(folder.relative_to(self.toy.root)))
                before = attacks.times_and_bytes(away)
                assert self.toy.audit()[0] == 1, "a folder behind a link is believed"
                self.refuses("snakemake", "-n")
                self.refuses("snakemake", "--cores", "2")
                assert attacks.times_and_bytes(away) == before, "a run wrote through a link"
            if folder is not None:
                attacks.unlink_folder(folder, away)

    @operation(which=numbers)
    def run_into_a_folder_of_others(self, which: int) -> None:
        with self.step("a folder of others") as note:
            assert self.place is not None
            folder, files = attacks.foreign_folder(self.place / "others", which)
            note(Path(folder).name)
            words = ("--config", f"out={folder}")
            self.refuses("snakemake", "-n", *words)
            self.refuses("snakemake", "--cores", "2", *words)
            left = {
                str(path.relative_to(folder)): path.read_bytes()
                for path in sorted(Path(folder).rglob("*"))
                if path.is_file()
            }
            assert left == files, f"in the folder of others there is now {sorted(left)}"
            assert not (self.toy.root / "owned").exists(), "the name of a folder was carried out"

    @operation()
    def bring_or_take_settings(self) -> None:
        with self.step("a user's settings") as note:
            if self.move_out is None:
                self.move_out = attacks.settle_in(self.toy)
                note("brought")
            else:
                self.move_out()
                self.move_out = None
                note("taken away")

    @operation()
    def use_another_interpreter(self) -> None:
        with self.step("another interpreter") as note:
            here, other = self.work.pristine.scripts, self.work.second
            if other is None:
                note("none is named in COMPSPARSE_SECOND_ENVIRONMENT")
                return
            self.toy.scripts = other if self.toy.scripts == here else here
            note(str(self.toy.scripts))

    @operation(which=numbers)
    def delete_a_file(self, which: int) -> None:
        with self.step("delete a file") as note:
            name = operations.pick(sorted(self.build().files), which)
            (self.toy.root / "results" / name).unlink(missing_ok=True)
            self.tampered[name] = None
            note(name)

    @operation(which=numbers, study=st.sampled_from(["alpha", "beta"]))
    def delete_a_folder(self, which: int, study: str) -> None:
        with self.step("delete a folder") as note:
            note(operations.delete(self.toy, study, which))

    @operation(which=numbers, study=st.sampled_from(["alpha", "beta"]))
    def add_a_foreign_file(self, which: int, study: str) -> None:
        with self.step("foreign file") as note:
            note(operations.add_foreign_file(self.toy, study, which))

    @operation()
    def move_foreign_files_away(self) -> None:
        with self.step("move foreign files away") as note:
            extra = self.expectation().extra
            for path in extra:
                (self.toy.root / "results" / path).unlink()
            note(f"{len(extra)} files")

    @operation(value=numbers)
    def touch_at_random(self, value: int) -> None:
        with self.step("touch at random") as note:
            note(operations.touch_at_random(self.toy, value))
            self.hidden.clear()

    @operation(
        days=st.sampled_from([-20000, -400, -1, 1, 400]),
        place=st.sampled_from(["src", "results", "."]),
    )
    def skew_the_clock(self, days: int, place: str) -> None:
        with self.step("clock skew") as note:
            note(operations.skew_clock(self.toy, days, place))

    @operation(
        None,
        command=st.sampled_from(["snakemake", "dvc repro"]),
        jobs=st.integers(0, 8),
        milliseconds=st.integers(0, 600),
        how=st.sampled_from(operations.ENDS),
        afterwards=st.sampled_from(["wait", *ENGINES]),
    )
    def kill(self, command: str, jobs: int, milliseconds: int, how: str, afterwards: str) -> None:
        with self.step("kill") as note:
            self.build()  # the killed run may leave records of this state
            words = ["snakemake", "--cores", "2"] if command == "snakemake" else ["dvc", "repro"]
            done, orphans = operations.kill_while_running(
                self.toy, words, jobs, milliseconds / 1000, how
            )
            note(f"{command}, {done}, {len(orphans)} processes live on, then {afterwards}")
            self.work.checks["orphans of killed runs"] += len(orphans)
            if afterwards == "wait":
                operations.wait_until_nobody_works_in(self.toy.root)
                return
            # at once: whatever lives on must not spoil it
            self.run_engine(afterwards, self.expectation())


def run_sequence(workplace: Workplace, number: int, steps: int) -> None:
    """Run one random sequence; the same seed and steps give the same sequence.

    It ends earlier, and is completed and compared all the same, where ``goes_on`` says no.

    Raises:
        AssertionError: a comparison failed; the message holds the whole sequence.
    """
    machines: list[Soak] = []

    def fresh() -> Soak:
        machines.append(Soak(workplace))
        return machines[-1]

    wanted = settings(
        max_examples=1,
        stateful_step_count=steps,
        deadline=None,
        derandomize=False,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    # hypothesis likes to draw constants that it finds in the modules that are loaded: with those, a
    # seed would give another sequence after every edit, and another under pytest
    constants = patch.object(HypothesisProvider, "_maybe_draw_constant", return_value=None)
    try:
        with constants, contextlib.suppress(LimitReached):
            run_state_machine_as_test(seed(number)(fresh), settings=wanted)
        machines[-1].finish()
    except Break as found:
        raise AssertionError(f"Seed {number} with {steps} steps: {found}") from found.__cause__


def replay(workplace: Workplace, calls: list[tuple[str, dict[str, Any]]]) -> None:
    """Do the operations of a broken sequence again.

    Raises:
        AssertionError: a comparison failed.
    """
    machine = Soak(workplace)
    try:
        machine.start()
        for name, values in calls:
            getattr(machine, name)(**values)
        machine.finish()
    except Break as found:
        raise AssertionError(str(found)) from found.__cause__
