"""What a command line asks of Snakemake: a run, a dry run, or an answer; and of which targets.

Snakemake knows only after the Snakefile was parsed, which is when the ledger must have spoken. So
its own parser reads the command line once more, with profiles, abbreviations and defaults.
"""

import contextlib
import io
import os
from argparse import Namespace
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import (
    REPLICATE,
    REQUEST,
    WORLDS,
    group_of,
    is_on_request,
    rule_of,
)

# Attributes of Snakemake's parsed command line that make it print or maintain something instead of
# running jobs. None of them calls itself a dry run. A test compares them with Snakemake's own code.
QUESTIONS = frozenset(
    {
        "archive",
        "cleanup_metadata",
        "cleanup_shadow",
        "conda_cleanup_envs",
        "conda_create_envs_only",
        "container_cleanup_images",
        "containerize",
        "d3dag",
        "dag",
        "delete_all_output",
        "delete_temp_output",
        "deploy_sources",
        "detailed_summary",
        "filegraph",
        "generate_unit_tests",
        "lint",
        "list_changes",
        "list_conda_envs",
        "list_input_changes",
        "list_params_changes",
        "list_rules",
        "list_target_rules",
        "list_untracked",
        "print_compilation",
        "report",
        "reporter",
        "rulegraph",
        "summary",
        "touch",
        "unlock",
    }
)
# What Snakemake would answer at length and to no purpose, and what answers instead.
REFUSED = {
    "report": "`make site` writes all results as pages that open offline, with what Snakemake's "
    "report lacks: verdicts, intervals, parameters, provenance.",
    "lint": "`make lint` checks the code. Snakemake's own lint asks of each generated rule what is "
    "settled once: one locked environment serves all, no job reads variables of yours unless "
    "`pass_environment` names them, and each job has its log.",
    "default_storage_provider": "Storage plugins cannot tell what holds: here file times say it, "
    "and no store lets them be set, so that what an edit makes stale would stand. "
    "docs/elsewhere.md says what serves instead.",
}
_GRAPHS = ("dag", "rulegraph", "filegraph", "d3dag")
_TOO_LARGE = (
    "The graph of everything has hundreds of nodes: docs/architecture.md draws it by steps. Name "
    "what you want to see, as in `snakemake RESULT --dag`."
)
_WITH_A_RUN = {"report", "reporter"}  # with --report-after-run
_TARGETS = {REPLICATE: "replication", REQUEST: "requests", WORLDS: "worlds"}
_UNKNOWN = ""  # in place of targets that cannot be told
_EVERYTHING = {"all", *_TARGETS.values()}
# Attributes that make Snakemake run jobs, or leave some out, whatever the files say.
SELECTIONS = frozenset(
    {"allowed_rules", "batch", "force", "forceall", "forcerun", "omit_from", "until"}
)


class Kind(Enum):
    """What becomes of the output root."""

    RUN = "run"  # locked, marked, swept, built
    DRY_RUN = "dry run"  # looked at; what a run would do is told
    QUESTION = "question"  # looked at


@dataclass(frozen=True)
class Call:
    """A command line.

    Attributes:
        kind: what becomes of the output root.
        targets: none for everything.
        out: the output root as written.
        repeated: keys of ``--config`` that stand twice, of which Snakemake keeps the last alone.
        by_files: whether the state of the files alone decides which jobs run.
        executor: what runs jobs elsewhere; None where they run here.
        partition: of the cluster, where it is named.
        refused: what answers better; empty for what Snakemake may do.
    """

    kind: Kind
    targets: tuple[str, ...] = ()
    out: str | None = None
    repeated: tuple[str, ...] = ()
    by_files: bool = False
    executor: str | None = None
    partition: str | None = None
    refused: str = ""

    def studies(self, jobs: Mapping[str, Job], out: Path) -> frozenset[str]:
        """Return the planned studies that the targets belong to.

        A target that cannot be told asks for none: what is not asked for is left alone.

        Args:
            jobs: the plan.
            out: the output root.
        """
        planned = {job.study for job in jobs.values()}
        if not self.targets or _EVERYTHING.intersection(self.targets):
            return frozenset(planned)
        named = {study: study for study in planned}
        for job in jobs.values():
            named |= {rule_of(job): job.study, group_of(job): job.study}
            named[job.wildcards.get("result", job.study)] = job.study
        found = {named[target] for target in self.targets if target in named}
        return frozenset(found | (set(_first_folders(self.targets, out)) & planned))

    def on_request(self, jobs: Mapping[str, Job], out: Path) -> list[str]:
        """Return the records of the jobs on request that the targets ask for.

        All of them where nothing is known of the targets.

        Args:
            jobs: the plan.
            out: the output root.
        """
        asked = {os.path.abspath(target) for target in self.targets}  # noqa: PTH100
        asked.update(self.targets)
        root = os.path.abspath(out)  # noqa: PTH100
        found = []
        for name, job in jobs.items():
            if is_on_request(job):
                files = {f"{root}/{path}" for path in job.outputs.values()}
                words = {_TARGETS[job.step], group_of(job), rule_of(job), _UNKNOWN}
                if (words | files) & asked:
                    found.append(name)
        return found


def read_command_line(arguments: Sequence[str]) -> Call:
    """Return what the arguments of ``snakemake`` ask for."""
    from snakemake.cli import parse_args

    try:
        # Snakemake has said already which profile it uses
        with contextlib.redirect_stderr(io.StringIO()):
            _, options = parse_args(list(arguments))
    except (Exception, SystemExit):
        # Snakemake was not started from a command line of its own: nothing is known to be asked for
        return Call(Kind.RUN, (_UNKNOWN,))
    config = options.config or []
    targets = tuple(sorted(map(str, options.targets)))
    return Call(
        _kind(options),
        targets,
        _out(config),
        _repeated(arguments, config),
        _by_files(options),
        None if options.executor == "local" else options.executor,
        _partition(options),
        _refused(options, targets),
    )


def _refused(options: Namespace, targets: Collection[str]) -> str:
    said = [text for name, text in REFUSED.items() if getattr(options, name)]
    if any(getattr(options, name) for name in _GRAPHS) and not set(targets) - _EVERYTHING:
        said.append(_TOO_LARGE)
    return " ".join(said)


def _partition(options: Namespace) -> str | None:
    named = (options.default_resources or {}).get("slurm_partition")
    return None if named is None else str(named.raw)


def _by_files(options: Namespace) -> bool:
    selected = any(getattr(options, name) for name in SELECTIONS)
    return not selected and list(map(str, options.rerun_triggers)) == ["mtime"]


def _kind(options: Namespace) -> Kind:
    asked = QUESTIONS - (_WITH_A_RUN if options.report_after_run else set())
    if any(getattr(options, name) for name in asked):
        return Kind.QUESTION
    return Kind.DRY_RUN if options.dryrun else Kind.RUN


def _out(config: Collection[str]) -> str | None:
    values = [entry.partition("=")[2] for entry in config if entry.startswith("out=")]
    return values[-1] if values else None


def _repeated(arguments: Sequence[str], config: Collection[str]) -> tuple[str, ...]:
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    flags = [word for word in words if word in ("--config", "-C") or word.startswith("--config=")]
    keys = Counter(entry.partition("=")[0] for entry in config)
    found = [key for key, count in keys.items() if count > 1]
    return tuple(["--config"] * (len(flags) > 1) + found)


def _first_folders(targets: Iterable[str], out: Path) -> Iterable[str]:
    root = Path(os.path.abspath(out))  # noqa: PTH100 - a link in a target is the target's matter
    for target in targets:
        path = Path(os.path.abspath(target))  # noqa: PTH100
        if path.is_relative_to(root) and path != root:
            yield path.relative_to(root).parts[0]
