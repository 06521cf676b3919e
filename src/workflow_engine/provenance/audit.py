"""Rehash everything under an output root and name every file that cannot be vouched for.

The audit trusts no engine's state and no remembered hash.
"""

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path, PurePosixPath

from workflow_engine.admission import foreign_modules, remedy
from workflow_engine.configuration.study_packages import study_packages
from workflow_engine.counted import counted
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.dvc_lock import disagreements
from workflow_engine.provenance.findings import CARRIED, Audit
from workflow_engine.provenance.git_head import (
    DECIDING,
    DVC_FOLDERS,
    RESULTS,
    GitError,
    departures,
    head,
)
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.ledger import Fault, judge, record_files
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.output_roots import (
    AuditError,
    place_in_root,
    root_configuration,
    roots_below,
)
from workflow_engine.provenance.own_files import everything_below
from workflow_engine.provenance.plan import makers, plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.rebuild import Count, rebuild
from workflow_engine.provenance.record import times
from workflow_engine.provenance.record_root import record_hashes, root_of
from workflow_engine.provenance.result_names import nearest_result, result_files
from workflow_engine.provenance.root_mark import EXTRACT
from workflow_engine.provenance.storage import told_in_words


def audit(
    project: Project,
    paths: list[Path],
    *,
    committed: bool = False,
    again: Count | None = None,
) -> list[Audit]:
    """Audit results/ or the given files and folders.

    Args:
        project: the checkout.
        paths: files and folders in output roots, a folder that holds output roots, or results' ids.
        committed: whether what is not as in the last commit is a failure, not a notice.
        again: how many jobs to make again for comparison; None for none.

    Raises:
        AuditError: a path lies in no output root, or nothing there can be audited.
        StorageError: a file may not be read.
    """
    if not paths and not project.results.exists():
        raise AuditError(f"{project.results} does not exist; run snakemake first.")
    wanted: dict[Path, list[str]] = {}
    below: dict[Path, list[Path]] = {}
    results = project.results.resolve()
    for path in paths or [project.results]:
        files = result_files(project, path)
        if files:
            wanted.setdefault(results, []).extend(files)
            continue
        try:
            out, within = place_in_root(project, path)
            wanted.setdefault(out, []).append(within)
        except AuditError:
            below[path] = roots_below(project, path) if path.is_dir() else []
            if not below[path] and not path.exists() and not path.is_symlink():
                raise AuditError(
                    f"{path} does not exist; check the path.{nearest_result(project, path)}"
                ) from None
            if not below[path]:
                raise
            # all of each of these, whatever else was named
            wanted |= {out: ["."] for out in below[path]}
    reports: dict[Path, Audit] = {}
    with told_in_words("audit"):
        for out, places in wanted.items():
            one = _AuditOfRoot(project, out, places, committed)
            if not any(out in roots for roots in below.values()):
                one.refuse_empty_places()
            reports[out] = one.done(again)
    for path, roots in below.items():
        if not any(reports[out].files or reports[out].failed for out in roots):
            raise AuditError(f"{path}: nothing to audit: no output root there has a result.")
    return list(reports.values())


class _AuditOfRoot:
    """One audit of one output root, or of some places in it."""

    def __init__(self, project: Project, out: Path, within: list[str], committed: bool) -> None:
        self.project, self.out, self.within, self.committed = project, out, within, committed
        self.is_results = out == project.results.resolve()
        # an archive of one result: what else is planned was never asked for; a commit has it all
        self.is_extract = self.is_results and not committed and (out / EXTRACT).is_file()
        self.configuration = root_configuration(project, out)
        self.off = study_packages() - set(self.configuration.studies)
        jobs = plan(self.configuration, again=True)
        self.judgment = judge(out, project.root, jobs, Digests(project), Hashes())
        self.files = _files(out)
        self.never_made = self._never_made()
        self.report = Audit(root=_shown(project, out))

    def done(self, again: Count | None) -> Audit:
        """Look at everything."""
        self._foreign_modules()
        self._files_and_records()
        self._studies_that_are_off()
        if self.is_extract:
            text = "one result and all behind it: dvc.lock, which is about all, was not compared"
            self.report.notices.append((self._path(EXTRACT), text))
        elif self.is_results:
            self._dvc_lock()
            hashes = record_hashes(self.out, self.judgment.jobs)
            self.report.root_of_records = (root_of(hashes), len(hashes))
        if self.committed or (self.is_results and not self.is_extract):
            self._last_commit()
        if again is not None:
            self._rebuild(again)
        self.report.failures = list(dict.fromkeys(self.report.failures))
        return self.report

    def _selected(self, path: str) -> bool:
        return any(_lies_in(path, place) for place in self.within)

    def _judged(self, path: str) -> bool:
        return self._selected(path) and _study(path) not in self.off

    def refuse_empty_places(self) -> None:
        """Check that there is something to look at in each of the places."""
        # a job on request that nobody has asked for is in none of these
        known = {*self.files, *self.judgment.bad, *self.judgment.faults} - self.never_made
        judged = [path for path in known if _study(path) not in self.off]
        for place in self.within:
            if not any(_lies_in(path, place) for path in judged):
                shown = _shown(self.project, self.out / place)
                why = "no file, record or planned file is there"
                if _study(place) in self.off:
                    why = f"study {_study(place)} is not in the list `studies` of params.yaml"
                raise AuditError(f"{shown}: nothing to audit; {why}. Check the path.")

    def _never_made(self) -> set[str]:
        """Return planned files of a scratch root or an extract that nobody has asked for there.

        A run may be for some targets only, a replication is. What is named itself is asked for.
        """
        if self.is_results and not self.is_extract:
            return set()
        here = set(self.files)
        return {
            path
            for job in self.judgment.jobs.values()
            if job.record_path not in self.judgment.faults and here.isdisjoint(job.outputs.values())
            for path in job.outputs.values()
            if path not in self.within
        }

    def _files_and_records(self) -> None:
        judgment = self.judgment
        report = self.report
        without_data = self._studies_without_data()
        absent = {
            path
            for path in makers(judgment.jobs)
            if _study(path) in without_data and path.split("/")[1] in DVC_FOLDERS
        }

        def for_want_of_data(fault: Fault) -> bool:
            path = fault.detail.removesuffix(" is missing")
            return fault.kind in ("content", "input") and path != fault.detail and path in absent

        bad: dict[str, list[Fault]] = {}
        for path, reasons in judgment.bad.items():
            if path in self.never_made:
                continue
            left = [fault for fault in reasons if not for_want_of_data(fault)]
            if left:
                bad[path] = left
                mine = f"{path} "
                about = [r for r in left if r.kind != "content" or r.detail.startswith(mine)]
                others = [Fault("content", "another output of the same job has changed")]
                self._fail(path, about or others)
            elif self._judged(path):
                report.not_pulled += [(self._path(path), str(fault)) for fault in reasons]
        for path, source in replace(judgment, bad=bad).follows_bad().items():
            self._fail(path, [Fault("upstream", f"was made from {source}, which does not hold")])
        for name, faults in judgment.faults.items():
            if name not in judgment.jobs or any(f.kind == "not canonical" for f in faults):
                self._fail(name, faults)
            report.records += self._judged(name)
        self._say_how_often_carried()
        self._say_on_which_device()
        for study, count in Counter(map(_study, filter(self._judged, self.never_made))).items():
            text = f"{counted(count, 'planned file')} of study {study} not made here"
            report.notices.append((self._path(study), text))
        known = set(judgment.bad) | set(record_files(self.out))
        known |= {path for record in judgment.records.values() for path in record.outputs}
        for path in self.files:
            report.files += self._judged(path)
            if path not in known:
                self._fail(path, [Fault("foreign", "no record names this file; move it elsewhere")])

    def _say_how_often_carried(self) -> None:
        places: Counter[tuple[str, int]] = Counter()
        for name, record in self.judgment.records.items():
            often = len(record.carried)
            if often and self._judged(name):
                of_step = str(PurePosixPath(name).parent)
                places[of_step if is_on_request(record.job) else _study(name), often] += 1
        for (place, often), count in places.items():
            text = f"{counted(count, 'record')} carried over {times(often)} {CARRIED}"
            self.report.notices.append((self._path(place), text))

    def _say_on_which_device(self) -> None:
        records = self.judgment.records.items()
        places = Counter((_study(n), r.device) for n, r in records if r.device and self._judged(n))
        for (study, device), count in places.items():
            text = f"{counted(count, 'record')} of numerics device: made on {device}"
            self.report.notices.append((self._path(study), text))

    def _studies_without_data(self) -> set[str]:
        """Return the studies of which no file of DVC's is here, as in a clone without dvc pull."""
        if not self.is_results:
            return set()
        here = set(self.files)
        planned: dict[str, bool] = {}
        for path in makers(self.judgment.jobs):
            if path.split("/")[1] in DVC_FOLDERS:
                planned[_study(path)] = planned.get(_study(path), False) or path in here
        recorded = {_study(name) for name in self.judgment.records}
        return {study for study, there in planned.items() if not there and study in recorded}

    def _foreign_modules(self) -> None:
        source = self.project.src
        self.report.failures += [
            (f"src/{name}", f"module: {remedy(source)}") for name in foreign_modules(source)
        ]

    def _studies_that_are_off(self) -> None:
        for study, count in sorted(
            Counter(map(_study, filter(self._selected, self.files))).items()
        ):
            if study in self.off:
                self.report.notices.append(
                    (
                        self._path(study),
                        f"study {study} is not in the list `studies` of params.yaml: "
                        f"{counted(count, 'file')} neither judged nor touched",
                    )
                )

    def _dvc_lock(self) -> None:
        without_data = self._studies_without_data()
        for path, reason in disagreements(self.project.root, self.configuration.studies):
            below = path.removeprefix(f"{RESULTS}/")
            if not path.startswith(f"{RESULTS}/"):
                self.report.failures.append((path, f"dvc.lock: {reason}"))
            elif any(_lies_in(below, place) or _lies_in(place, below) for place in self.within):
                gone = _study(below) in without_data and not (self.project.root / path).exists()
                found = self.report.not_pulled if gone else self.report.failures
                found.append((path, f"dvc.lock: {reason}"))

    def _last_commit(self) -> None:
        report = self.report
        target = report.failures if self.committed else report.uncommitted
        root = self.project.root
        places = (RESULTS, *DECIDING) if self.is_results else DECIDING
        try:
            commit = head(root)
            found = departures(root, commit, places)
        except GitError as error:
            target.append((".git", f"git: {error}"))
            return
        if self.committed:
            report.commit = commit.commit
        target += [
            (departure.path, f"git: {departure}")
            for departure in found
            if not departure.path.startswith(f"{RESULTS}/")
            or self._selected(departure.path.removeprefix(f"{RESULTS}/"))
        ]

    def _rebuild(self, again: Count) -> None:
        done = rebuild(
            self.project, self.out, self.configuration, self.judgment, again, self._selected
        )
        self.report.rebuilt = done
        self.report.failures += [
            (self._path(path) if path else self.report.root, reason)
            for path, reason in done.failures
        ]

    def _fail(self, path: str, reasons: list[Fault]) -> None:
        if self._judged(path):
            self.report.failures += [(self._path(path), str(reason)) for reason in reasons]

    def _path(self, path: str) -> str:
        return f"{self.report.root}/{path}"


def _lies_in(path: str, place: str) -> bool:
    return place == "." or path == place or path.startswith(f"{place}/")


def _study(path: str) -> str:
    return path.partition("/")[0]


def _files(out: Path) -> list[str]:
    """Return all under ``out`` that is no folder; names with a dot at its top are not results."""
    found: list[str] = []
    for top in os.scandir(out):
        if not top.name.startswith("."):
            inner = top.is_dir(follow_symlinks=False)
            below = everything_below(Path(top.path)) if inner else [top]
            found += [os.path.relpath(entry.path, out) for entry in below]
    return sorted(found)


def _shown(project: Project, path: Path) -> str:
    root = project.root.resolve()
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
