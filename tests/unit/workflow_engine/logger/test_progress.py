"""Snakemake's log records become a few lines for people."""

import io
import logging
import threading
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from snakemake_logger_plugin_compsparse import LogHandler
from snakemake_logger_plugin_compsparse import progress as module
from snakemake_logger_plugin_compsparse.progress import Progress


class Terminal(io.StringIO):
    """A stream that says that a person looks at it."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that stands still between calls of ``pass_``."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


class Run:
    """A run of Snakemake that tells its progress."""

    def __init__(self, stream: io.StringIO, **options: bool) -> None:
        self.stream = stream
        self.progress = Progress(
            stream,
            dry_run=options.get("dry_run", False),
            verbose=options.get("verbose", False),
            _began=module.time.monotonic(),
        )

    def tell(
        self, event: LogEvent | None, text: str = "", level: int = logging.INFO, **fields: Any
    ) -> str:
        """Hand over one record; return what was printed because of it."""
        start = len(self.stream.getvalue())
        record = logging.LogRecord("snakemake", level, __file__, 1, text, None, None)
        record.__dict__.update(fields)
        if event is not None:
            record.__dict__["event"] = event
        self.progress.show(record)
        return self.stream.getvalue()[start:]

    def begin(self, cores: int = 2, **stats: int) -> str:
        """Say what will run."""
        self.tell(LogEvent.RESOURCES_INFO, f"Provided cores: {cores}", cores=cores)
        self.tell(LogEvent.RESOURCES_INFO, "Rules claiming more threads will be scaled down.")
        return self.tell(LogEvent.RUN_INFO, stats=stats | {"total": sum(stats.values())})

    def start(self, number: int, rule: str, *output: str, log: str = "", **wildcards: str) -> str:
        """Say that a job starts."""
        return self.tell(
            LogEvent.JOB_INFO,
            jobid=number,
            rule_name=rule,
            wildcards=wildcards,
            log=[log] if log else [],
            output=list(output),
            reason="Missing output files",
        )

    def finish(self, number: int) -> str:
        """Say that a job is done."""
        return self.tell(LogEvent.JOB_FINISHED, job_id=number)

    def fail(self, number: int, **fields: Any) -> str:
        """Say that a job failed."""
        return self.tell(LogEvent.JOB_ERROR, level=logging.ERROR, jobid=number, **fields)

    def remind(self) -> str:
        """Look whether something is to be said."""
        start = len(self.stream.getvalue())
        self.progress.remind()
        return self.stream.getvalue()[start:]

    def end(self) -> str:
        """End the run."""
        start = len(self.stream.getvalue())
        self.progress.end()
        return self.stream.getvalue()[start:]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The only clock there is."""
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def run(tmp_path: Path, clock: Clock) -> Run:
    """A run whose output goes to a file."""
    return Run(io.StringIO())


def test_the_jobs_of_a_run_are_counted_once(run: Run) -> None:
    assert run.begin(toy_train=12, toy_generate=1, all=1) == "14 jobs to run.\n"
    assert run.begin(toy_train=12, toy_generate=1, all=1) == ""


def test_jobs_are_listed_by_rule_on_request() -> None:
    run = Run(io.StringIO(), verbose=True)
    assert run.begin(toy_train=12, toy_generate=1, all=1) == (
        "14 jobs to run:\n     1 all\n     1 toy_generate\n    12 toy_train\n"
    )


def test_a_dry_run_says_what_would_run_and_nothing_more(tmp_path: Path, clock: Clock) -> None:
    run = Run(Terminal(), dry_run=True)
    text = run.begin(toy_generate=1) + run.start(1, "toy_generate", "toy/figures/a.svg")
    assert text == "1 job would run:\n     1 toy_generate\n"
    assert run.end() == ""


def test_a_dry_run_of_everything_lists_its_rules_on_request_only() -> None:
    many = {f"toy_{number:02}": 2 for number in range(61)}
    asked = "122 jobs would run. --verbose lists them, or name a study.\n"
    assert Run(io.StringIO(), dry_run=True).begin(**many) == asked
    text = Run(io.StringIO(), dry_run=True, verbose=True).begin(**many)
    assert text.startswith("122 jobs would run:\n     2 toy_00\n") and text.count("\n") == 62


class Costs:
    """What the Snakefile hands over, taking down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.known = "about 4:34 left"

    def summary(self, outputs: Iterable[str]) -> list[str]:
        return [f"Expected for {' and '.join(outputs)}: nothing"]

    def started(self, outputs: Iterable[str]) -> None:
        self.told.append(f"started {' '.join(outputs)}")

    def failed(self, outputs: Iterable[str]) -> None:
        self.told.append(f"failed {' '.join(outputs)}")

    def left(self) -> str:
        return self.known

    def finished(self, outputs: Iterable[str]) -> None:
        self.told.append(f"finished {' '.join(outputs)}")


def test_a_dry_run_ends_with_what_it_would_cost(tmp_path: Path, clock: Clock) -> None:
    run = Run(io.StringIO(), dry_run=True)
    assert run.tell(None, "costs", estimator=Costs()) == ""
    run.begin(toy_train=2)
    run.start(1, "toy_train", "a.npz")
    run.start(2, "toy_train", "b.npz")
    run.begin(toy_train=2)
    assert run.end() == "Expected for a.npz and b.npz: nothing\n"
    assert run.end() == ""


def test_a_dry_run_without_work_expects_nothing(tmp_path: Path, clock: Clock) -> None:
    run = Run(io.StringIO(), dry_run=True)
    run.tell(None, "costs", estimator=Costs())
    assert run.end() == ""


def test_a_real_run_is_metered(run: Run) -> None:
    costs = Costs()
    assert run.tell(None, "costs", meter=costs) == ""
    run.begin(toy_train=2)
    run.start(1, "toy_train", "a.npz")
    run.finish(1)
    run.start(2, "toy_train", "b.npz")
    run.fail(2)
    assert costs.told == [
        "started a.npz",
        "finished a.npz",
        "started b.npz",
        "failed b.npz",
    ]


def test_a_verbose_dry_run_says_why(tmp_path: Path, clock: Clock) -> None:
    run = Run(io.StringIO(), dry_run=True, verbose=True)
    run.begin(toy_train=1)
    assert run.start(1, "toy_train", rate="3") == "  toy_train rate=3: Missing output files\n"


def test_only_results_get_a_line(run: Run) -> None:
    run.begin(toy_train=1, toy_curve=1, toy_judge=1, toy=1)
    assert run.start(1, "toy_train", "results/toy/models/a.npz") == ""
    assert run.finish(1) == ""
    run.start(
        2, "toy_curve", "results/toy/figures/toy_curve.svg", "results/toy/figures/toy_curve.png"
    )
    assert run.finish(2) == (
        "[2/4] toy_curve: results/toy/figures/toy_curve.svg, results/toy/figures/toy_curve.png\n"
    )
    run.start(3, "toy_judge", "results/toy/metrics.json", "results/toy/claims.json")
    assert run.finish(3).endswith(" toy_judge: verdicts in results/toy/claims.json\n")
    run.start(4, "toy")
    assert run.finish(4) == ""


def test_a_failure_shows_its_log_and_the_last_lines_of_it(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "train.log"
    log.write_text("".join(f"line {i}\n" for i in range(40)) + "ValueError: \xe9\n\n")
    run.begin(toy_train=3)
    run.start(1, "toy_train", log=str(log), experiment="grid", cell="a")
    lines = run.fail(1).splitlines()
    assert lines[0] == "[0/3] FAILED toy_train experiment=grid cell=a"
    assert lines[1] == f"    log: {log}, its last lines:"
    assert lines[2:] == [f"    | line {i}" for i in range(26, 40)] + ["    | ValueError: é"]


def test_a_log_that_is_missing_or_no_text_is_no_second_failure(run: Run, tmp_path: Path) -> None:
    run.begin(toy_train=2)
    run.start(1, "toy_train", log=str(tmp_path / "gone.log"))
    assert run.fail(1).splitlines()[2] == "    | (there is no log)"
    (tmp_path / "bytes.log").write_bytes(b"\xff\xfe\n")
    run.start(2, "toy_train", log=str(tmp_path / "bytes.log"))
    assert run.fail(2).splitlines()[2].startswith("    | \ufffd")


def test_an_empty_log_is_explained(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "train.log").write_text("")
    run.begin(toy_train=2)
    for job, (free, words) in enumerate([(2**30, "fewer --cores"), (4096, "has 4 KiB left")]):
        monkeypatch.setattr("shutil.disk_usage", lambda path, free=free: SimpleNamespace(free=free))
        run.start(job, "toy_train", log=str(tmp_path / "train.log"))
        assert words in run.fail(job).splitlines()[2]


def test_a_cluster_says_itself_why_a_job_failed(run: Run, tmp_path: Path) -> None:
    log, slurm = tmp_path / "train.log", tmp_path / "7.log"
    log.write_text("")
    slurm.write_text("Elapsed time: 9 s\nslurmstepd-n1: error: *** JOB 7 DUE TO TIME LIMIT ***\n")
    run.begin(toy_train=1)
    run.start(1, "toy_train", log=str(log))
    said = "SLURM-job '7' failed, SLURM status is: 'TIMEOUT'. For further error details see the log"
    lines = run.fail(1, rule_msg=said, log=[str(log), str(slurm)]).splitlines()
    assert lines[1:] == [
        "    SLURM-job '7' failed, SLURM status is: 'TIMEOUT'.",
        f"    log: {log}, its last lines:",
        "    | (empty)",
        "    slurmstepd-n1: error: *** JOB 7 DUE TO TIME LIMIT ***",
    ]
    refused = "SLURM sbatch failed. The error message was 'no'.\n    sbatch call:\n sbatch"
    assert run.fail(1, rule_msg=refused).splitlines()[1] == f"    {refused.splitlines()[0]}"


def test_a_job_that_another_attempt_makes_has_not_failed(run: Run, clock: Clock) -> None:
    run.begin(toy_train=1)
    run.start(1, "toy_train")
    run.fail(1)
    run.start(1, "toy_train")
    run.finish(1)
    assert run.end() == "1 of 1 job done in 0:00.\n"


def test_a_failure_of_an_unknown_job_counts(run: Run, clock: Clock) -> None:
    run.begin(toy_train=2)
    run.start(1, "toy_train")
    run.finish(1)
    assert run.fail(7) == ""
    assert run.end() == "1 of 2 jobs done in 0:00, 1 failed.\n"


def test_the_end_says_how_much_was_done_and_how_long_it_took(run: Run, clock: Clock) -> None:
    run.begin(toy_train=2)
    for number in (1, 2):
        run.start(number, "toy_train")
        clock.pass_(50)
        run.finish(number)
    assert run.end() == "2 of 2 jobs done in 1:40.\n"
    assert run.end() == ""


def test_a_run_without_work_says_what_snakemake_says(run: Run) -> None:
    text = "Nothing to be done (all requested files are present and up to date)."
    assert run.tell(None, text) == f"{text}\n"
    assert run.end() == ""


@pytest.mark.parametrize(
    ("event", "level", "text", "shown"),
    [
        (None, logging.INFO, "Building DAG of jobs...", False),
        (None, logging.WARNING, "Something is odd.", True),
        (None, logging.ERROR, "WorkflowError: params.yaml: no", True),
        (LogEvent.SHELLCMD, logging.INFO, "python -m compsparse", False),
        (LogEvent.PROGRESS, logging.INFO, "1 of 2 steps (50%) done", False),
        (LogEvent.WORKFLOW_STARTED, logging.INFO, "host: x", False),
        (LogEvent.ERROR, logging.ERROR, "MissingInputException", True),
        (LogEvent.ERROR, logging.ERROR, "CalledProcessError in file x", False),
    ],
)
def test_other_messages_are_shown_if_they_matter(
    run: Run, event: LogEvent | None, level: int, text: str, shown: bool
) -> None:
    assert run.tell(event, f"  {text}\n", level) == (f"{text}\n" if shown else "")


def test_a_verbose_run_shows_messages_without_event(tmp_path: Path, clock: Clock) -> None:
    run = Run(io.StringIO(), verbose=True)
    assert run.tell(None, "Building DAG of jobs...") == "Building DAG of jobs...\n"
    assert run.tell(LogEvent.SHELLCMD, "python") == ""


def test_the_meter_says_how_much_time_is_left(run: Run, clock: Clock) -> None:
    costs = Costs()
    run.tell(None, "costs", meter=costs)
    run.begin(cores=1, toy_train=1, toy_curve=2)
    assert (
        run.start(1, "toy_train", cell="a")
        == "[0/3, about 4:34 left] toy_train cell=a is running\n"
    )
    run.finish(1)
    assert run.start(2, "toy_curve", "toy/figures/a.svg") == ""
    assert run.finish(2) == "[2/3, about 4:34 left] toy_curve: toy/figures/a.svg\n"
    costs.known = ""
    run.start(3, "toy_curve", "toy/figures/b.svg")
    assert run.finish(3) == "[3/3] toy_curve: toy/figures/b.svg\n"


def test_a_file_gets_no_escape_codes_and_no_running_line(run: Run, clock: Clock) -> None:
    run.begin(toy_curve=2)
    for number in (1, 2):
        run.start(number, "toy_curve", "toy/figures/a.svg")
        run.finish(number)
    run.tell(None, "A warning.", logging.WARNING)
    run.end()
    text = run.stream.getvalue()
    assert "\x1b" not in text and "\r" not in text
    assert len(text.splitlines()) == 5


def test_a_file_is_told_every_half_a_minute_what_runs(run: Run, clock: Clock) -> None:
    run.tell(None, "costs", meter=Costs())
    run.begin(toy_train=7)
    run.start(1, "toy_train", cell="a")
    clock.pass_(24)
    assert run.remind() == ""
    clock.pass_(1)
    assert run.remind() == "[0/7, about 4:34 left] toy_train cell=a is running\n"
    assert run.remind() == ""
    for number in range(2, 6):
        run.start(number, "toy_train", cell=str(number))
    run.finish(2)
    clock.pass_(25)
    assert run.remind() == (
        "[1/7, about 4:34 left] toy_train cell=a, toy_train cell=3, toy_train cell=4, 1 more "
        "are running\n"
    )
    run.tell(None, "A warning.", logging.WARNING)  # whatever is said breaks the silence
    clock.pass_(10)
    assert run.remind() == ""
    for number in (1, 3, 4, 5):
        run.finish(number)
    clock.pass_(25)
    assert run.remind() == "[5/7, about 4:34 left] no job is running yet\n"


def test_nobody_is_reminded_before_after_and_without_a_run(run: Run, clock: Clock) -> None:
    clock.pass_(100)
    assert run.remind() == ""
    run.begin(toy_train=1)
    run.end()
    clock.pass_(100)
    assert run.remind() == ""
    dry = Run(io.StringIO(), dry_run=True)
    dry.begin(toy_train=1)
    clock.pass_(100)
    assert dry.remind() == ""
    seen = Run(Terminal())
    seen.begin(toy_train=1)
    clock.pass_(100)
    assert seen.remind() == ""


def test_a_run_that_a_signal_ends_reminds_nobody(run: Run, clock: Clock) -> None:
    stopping = threading.Event()
    run.tell(None, "signals", stopping=stopping)
    run.begin(toy_train=1)
    stopping.set()
    clock.pass_(100)
    assert run.remind() == ""


def test_the_plugin_looks_until_the_run_has_ended(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    clock: Clock,
) -> None:
    plugin = handler(tmp_path, monkeypatch)
    plugin.emit(
        logging.makeLogRecord({"event": LogEvent.RUN_INFO, "stats": {"toy_train": 1, "total": 1}})
    )

    def ended(seconds: float) -> bool:
        clock.pass_(seconds)
        return clock.now > 1061

    plugin._look(ended)
    assert capsys.readouterr().err.count("no job is running yet") == 2  # in a minute
    plugin.close()
    plugin._watch.join(60)
    assert not plugin._watch.is_alive()


def test_a_terminal_gets_one_line_that_is_written_over(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    run = Run(Terminal())
    run.begin(toy_train=2)
    first = run.start(1, "toy_train", cell="a")
    assert first == "\r\x1b[2K[0/2] toy_train cell=a"
    second = run.start(2, "toy_train", cell="with_a_name_that_is_long")
    assert second.startswith("\r\x1b[2K[0/2] toy_train cell=a, toy_train")
    assert len(second.removeprefix("\r\x1b[2K")) == 59
    assert run.finish(1).endswith("[1/2] toy_train cell=with_a_name_that_is_long")
    # the line is wiped before anything else is said
    assert run.tell(None, "A warning.", logging.WARNING) == "\r\x1b[2KA warning.\n"
    run.finish(2)
    assert run.end() == "\r\x1b[2K2 of 2 jobs done in 0:00.\n"


def handler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **settings: bool) -> LogHandler:
    """Make the plugin as Snakemake makes it."""
    monkeypatch.chdir(tmp_path)
    common = {"stdout": False, "dryrun": False, "verbose": False} | settings
    return LogHandler(SimpleNamespace(**common), None)


@pytest.mark.parametrize("stdout", [True, False])
def test_the_plugin_writes_to_the_stream_that_snakemake_names(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stdout: bool,
) -> None:
    plugin = handler(tmp_path, monkeypatch, stdout=stdout)
    plugin.emit(
        logging.makeLogRecord({"levelno": logging.WARNING, "msg": "odd %s", "args": ("x",)})
    )
    plugin.close()
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (("odd x\n", "") if stdout else ("", "odd x\n"))


def test_a_record_that_cannot_be_shown_ends_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = handler(tmp_path, monkeypatch)
    reported: list[logging.LogRecord] = []
    monkeypatch.setattr(plugin, "handleError", reported.append)
    record = logging.makeLogRecord({"event": LogEvent.JOB_FINISHED, "job_id": 99})
    plugin.emit(record)
    plugin.close()
    assert reported == [record]


def test_the_plugin_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = handler(tmp_path, monkeypatch)
    assert plugin.writes_to_stream and not plugin.writes_to_file
    assert plugin.has_filter and plugin.has_formatter and not plugin.needs_rulegraph
    plugin.close()


def test_a_run_that_a_signal_ends_says_nothing_more(run: Run) -> None:
    stopping = threading.Event()
    run.begin(train=3)
    run.tell(None, "What jobs are measured to cost ...", stopping=stopping)
    run.start(1, "train")
    assert "FAILED train" in run.fail(1)  # nothing ends the run
    run.start(2, "train")
    stopping.set()
    assert run.fail(2) == ""
    assert run.start(3, "train") == ""
    assert run.tell(LogEvent.ERROR, "WorkflowError", logging.ERROR) == ""
    assert run.tell(None, "Terminating processes on user request", logging.WARNING) == ""


def test_a_failure_waits_for_the_signal_that_caused_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping = threading.Event()
    run.begin(train=1)
    run.tell(None, stopping=stopping)
    run.start(1, "train")
    # the job ends by Ctrl-C before this process has taken its own in
    monkeypatch.setattr(stopping, "wait", lambda timeout: stopping.set() or True)
    assert run.fail(1) == ""
