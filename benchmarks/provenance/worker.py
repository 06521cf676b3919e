"""Make the output root in the current project, time sync and audit, print JSON.

Started by ``python -m benchmarks.provenance``, in a project of its own.
"""

import hashlib
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from workflow_engine.configuration.load import load
from workflow_engine.provenance.audit import audit
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.dvc_lock import folder_md5
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.sync import synchronize

SIZE = 20_000  # bytes of a file


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a call, with that of the processes that it started and waited for."""
    before = _cpu_seconds_so_far()
    work()
    return _cpu_seconds_so_far() - before


def _cpu_seconds_so_far() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def build(project: Project, jobs: dict[str, Job]) -> list[Path]:
    """Write files and their records, record them in dvc.lock and git; return the files."""
    draw = random.Random(0)
    out, digests = project.results, Digests(project)
    hashes: dict[str, str] = {}
    for name, job in jobs.items():
        for path in job.outputs.values():
            content = draw.randbytes(SIZE)
            hashes[path] = hashlib.sha256(content).hexdigest()
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(content)
        code, environment = digests.code_and_environment(job)
        inputs, outputs = (
            {path: hashes[path] for path in paths}
            for paths in (job.input_paths, job.outputs.values())
        )
        record = Record(job, code, environment, inputs, {}, outputs)
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(record.text())
    folders = ["results/chain/data", "results/chain/provenance"]
    stage = {"cmd": "snakemake ${item}", "params": ["${item}"], "outs": folders}
    stages = {"study": {"foreach": "${studies}", "do": stage}}
    (project.root / "dvc.yaml").write_text(yaml.safe_dump({"stages": stages}))
    recorded = {
        "cmd": "snakemake chain",
        "params": {"params.yaml": {"chain": {"count": len(jobs)}}},
        "outs": [{"path": name, "md5": folder_md5(project.root / name)} for name in folders],
    }
    lock = {"schema": "2.0", "stages": {"study@chain": recorded}}
    (project.root / "dvc.lock").write_text(yaml.safe_dump(lock))
    (project.root / ".gitignore").write_text("results/*/data\n.snakemake\n")
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "-m", "results"],
    ):
        subprocess.run(["git", *command], check=True, stdout=sys.stderr)
    return [out / path for path in hashes]


def main(rounds: int) -> None:
    """Measure in rounds, hashing and all cases in each."""
    project = Project.find()
    jobs = plan(load(project.params))
    files = build(project, jobs)
    records = [project.results / name for name in jobs]

    def hashing() -> None:
        for path in (*files, *records):
            hashlib.sha256(path.read_bytes()).hexdigest()

    def sync() -> None:
        done = synchronize(project, project.results, jobs)
        if len(done.judgment.holding()) != len(records):
            raise AssertionError(f"a record does not hold: {done.judgment.bad}")

    def audited() -> None:
        (report,) = audit(project, [], committed=True)
        if report.failed:
            raise AssertionError(f"the audit fails: {report.failures[:3]}")

    def spoil() -> None:
        for path in (*files, *records):
            os.utime(path, (0, 0))

    hashing()
    sync()
    hashed: list[float] = []
    cases: dict[str, list[float]] = {"sync": [], "sync, all times wrong": [], "audit": []}
    for _ in range(rounds):
        hashed.append(cpu_seconds(hashing))
        cases["sync"].append(cpu_seconds(sync))
        spoil()
        cases["sync, all times wrong"].append(cpu_seconds(sync))
        cases["audit"].append(cpu_seconds(audited))
    result = {
        "records": len(records),
        "files": len(files),
        "bytes": sum(path.stat().st_size for path in (*files, *records)),
        "hashing_seconds": statistics.median(hashed),
        "cases": {
            name: {
                "seconds": statistics.median(seconds),
                "ratio": statistics.median(s / h for s, h in zip(seconds, hashed, strict=True)),
                "smallest_ratio": min(s / h for s, h in zip(seconds, hashed, strict=True)),
                "largest_ratio": max(s / h for s, h in zip(seconds, hashed, strict=True)),
            }
            for name, seconds in cases.items()
        },
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main(int(sys.argv[1]))
