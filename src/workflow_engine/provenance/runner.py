"""Run one job: digest, import, compute, write aside, digest again, rename, record.

Digests of code, environment and inputs are taken before the step is imported and again after it
has run: a record never vouches for code or inputs that changed meanwhile. Outputs are written to a
temporary folder and renamed, the record comes last, so that a killed job leaves nothing behind that
could be taken for a result. A step that takes ``checkpoints`` is handed a place for its state, so
that an interrupted one goes on.
"""

import importlib
import inspect
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from workflow_engine.admission import require_packages_alone
from workflow_engine.artifacts.formats import format_module
from workflow_engine.device import DEVICE, activate, torch_device
from workflow_engine.isolation import nowhere
from workflow_engine.provenance.arguments import ArgumentsError, arguments
from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.checkpoints import JobCheckpoints, checkpoint_path
from workflow_engine.provenance.closure import ClosureError
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.environment import PinError, check_installed, distributions
from workflow_engine.provenance.hashes import Hashes, regular_sha256
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.own_files import OwnFiles, require_own_of
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import FORMAT, Record, RecordError
from workflow_engine.provenance.source_parts import file_of, is_part
from workflow_engine.provenance.storage import told_in_words


class StepError(Exception):
    """A job that could not be done, or whose outcome cannot be vouched for."""


def run_job(project: Project, out: Path, job: Job, digests: Digests | None = None) -> Record:
    """Run a job and leave its outputs and its record under ``out``.

    ``digests`` spare reading the sources again; they must tell the truth about the job at the time
    of the call (``Digests.renewed``).

    Raises:
        StepError: an input is missing, the step broke its contract, or something changed meanwhile.
        StorageError: the disk is full, a folder may not be written, or the like.
        PinError: the installed packages are not the pinned ones.
        IsolationError: ``src`` holds modules beside the project's packages.
    """
    try:
        with told_in_words(f"{job.study}/{job.name}"):
            return _run(project, out, job, digests)
    except (MemoryError, RuntimeError) as error:
        # torch has no class of its own for this
        if isinstance(error, RuntimeError) and "can't allocate memory" not in str(error):
            raise
        raise StepError(
            f"{job.study}/{job.name} ran out of memory ({str(error) or 'MemoryError'}). Start "
            "snakemake again with fewer --cores, so that fewer jobs share the memory, or on a "
            "larger machine. Finished jobs are kept."
        ) from error


def _run(project: Project, out: Path, job: Job, digests: Digests | None) -> Record:
    require_packages_alone(project.src)
    require_own_of(out, job)
    activate(job.numerics)
    if job.runs:
        # Snakemake itself looks for its logger before it reads the Snakefile, and refuses what this
        # job has refused
        os.environ["PYTHONPATH"] = str(project.src)
    ours = set(sys.modules)  # loaded by the runner, before anything of the step
    scratch = out / ".tmp" / job.record_path.removesuffix(".json")
    keep = lock(out / ".tmp" / (job.record_path.replace("/", ".") + ".lock"), job.record_path)
    with keep:
        if scratch.exists():
            shutil.rmtree(scratch)  # of a job that was killed
        digests = digests or Digests(project)
        modules = digests.modules(job)
        packages = digests.sources.packages
        libraries = digests.sources.third_party(modules)
        check_installed(libraries, digests.pins)
        _load_matplotlib(project, libraries)
        before = state_of(project, out, job, digests)
        # taken by the job or by one that it runs
        taken = job.numerics == DEVICE and torch_device.__module__ in modules
        device = torch_device() if taken else ""

        def unchanged() -> bool:
            return state_of(project, out, job, digests.renewed(job)) == before

        def vouched() -> bool:
            try:
                _check_modules(job, modules | ours, digests.sources.packages)
                return unchanged()
            except (ClosureError, PinError, StepError):
                return False  # the end of the job will say so

        checkpoints = JobCheckpoints(
            checkpoint_path(out, job.record_path),
            digest([FORMAT, job.to_json(), *before, *([device] if device else [])]),
            vouched,
        )
        offered = {"checkpoints": checkpoints} | ({"device": device} if device else {})
        contents = _call(project, out, job, offered)
        _check_modules(job, modules | ours, packages)
        written = _write(scratch, job, contents)
        if not unchanged():
            raise StepError(
                f"{job.study}/{job.name}: code, environment or an input changed while the step "
                "ran, so its outcome was discarded. Start snakemake again."
            )
        code, environment, inputs, sources = before
        outputs = {path: _require_hash(scratch / path) for path in written}
        made = Record(job, code, environment, inputs, sources, outputs, device=device)
        record = _with_its_history(out / job.record_path, made)
        require_own_of(out, job)  # again: the step may have taken hours
        for path in written:
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (scratch / path).replace(out / path)
        temporary = scratch / "record.json"
        temporary.write_text(record.text(), encoding="utf-8")
        (out / job.record_path).parent.mkdir(parents=True, exist_ok=True)
        temporary.replace(out / job.record_path)
        shutil.rmtree(scratch)
        checkpoints.delete()
    return record


def _with_its_history(path: Path, made: Record) -> Record:
    """Return the record that lies there, where the same bytes were made anew.

    It differs by what was carried over at most, so that a clone of the results stays as it is.
    """
    try:
        there = Record.read(path)
    except RecordError:
        return made
    again = replace(there, carried=[]) == made and not is_on_request(made.job)
    return there if again else made


def _load_matplotlib(project: Project, libraries: frozenset[str]) -> None:
    """Load matplotlib, where a job can, before there is a file of settings in the current folder.

    A folder may hold one, which would win over all others; a malformed one would stop the import.
    """
    if "matplotlib" in distributions(libraries):
        with nowhere(project.root):
            importlib.import_module("matplotlib")


State = tuple[str, str, dict[str, str], dict[str, str]]


def state_of(project: Project, out: Path, job: Job, digests: Digests) -> State:
    """Return what decides a job's bytes: digests of code and environment, hashes of what it reads.

    Raises:
        StepError: an input or a source is not there.
    """
    code, environment = digests.code_and_environment(job)
    own_files = OwnFiles(out)
    for path in job.input_paths:
        if refusal := own_files.refusal(path):
            raise StepError(f"{out / path} {refusal}; only a regular file can be an input.")
    inputs = {path: _require_hash(out / path) for path in job.input_paths}
    sources = {path: _require_source(project.root, path) for path in job.sources.values()}
    return code, environment, inputs, sources


def _require_hash(path: Path, *, through_links: bool = False) -> str:
    value = regular_sha256(path, through_links=through_links)
    if value is None:
        raise StepError(f"{path} does not exist; run snakemake, which makes it first.")
    return value


def _require_source(root: Path, source: str) -> str:
    if not is_part(source):
        return _require_hash(root / source, through_links=True)
    value = Hashes().of_source(root, source)
    if value is None:
        raise StepError(f"{source} is no entry of a file that is there; correct the file.")
    return value


def _call(project: Project, out: Path, job: Job, given: Mapping[str, object]) -> dict[str, object]:
    step = importlib.import_module(job.module)
    origin = Path(str(step.__file__)).resolve()
    if not origin.is_relative_to(project.src.resolve()):
        raise StepError(
            f"{job.module} was loaded from {origin}, not from this project's src folder; "
            f"set PYTHONPATH to {project.src} or install the project again."
        )
    inputs: dict[str, Path | list[Path]] = {
        name: out / value if isinstance(value, str) else [out / path for path in value]
        for name, value in job.inputs.items()
    }
    inputs |= {name: project.root / file_of(path) for name, path in job.sources.items()}
    # a step that runs Snakemake itself does so below the output root
    offered = {**given, "out": out}
    declared = inspect.signature(step.run).parameters
    taken = {name: offered[name] for name in declared.keys() & offered.keys()}
    try:
        named = arguments(step.run, job.params, offered)
    except ArgumentsError as error:
        raise StepError(f"{job.study}/{job.name}: {error}. See {job.module}.run.") from None
    contents = step.run(inputs, **named, **taken)
    if not isinstance(contents, dict) or set(contents) != set(job.outputs):
        names = sorted(contents) if isinstance(contents, dict) else type(contents).__name__
        raise StepError(f"{job.module} returned {names}; the plan names {sorted(job.outputs)}.")
    return contents


def _check_modules(job: Job, known: frozenset[str], packages: frozenset[str]) -> None:
    loaded = {m for m in sys.modules if m.partition(".")[0] in packages}
    outside = sorted(loaded - known)
    if outside:
        raise StepError(
            f"{job.module} loaded {', '.join(outside)} without importing it where it can be read "
            "from the source, so its code is in no digest. Use plain import statements."
        )


def _write(scratch: Path, job: Job, contents: dict[str, object]) -> list[str]:
    for name, path in job.outputs.items():
        target = scratch / path
        target.parent.mkdir(parents=True, exist_ok=True)
        encoded = importlib.import_module(format_module(path)).encode(target, contents[name])
        if not encoded:
            raise StepError(f"{job.module}: the output {name} is empty.")
        target.write_bytes(encoded)
    return list(job.outputs.values())
