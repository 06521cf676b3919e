"""What a command line of Snakemake asks for, by Snakemake's own parser and its own dispatch."""

import ast
import inspect
from dataclasses import replace
from pathlib import Path

import pytest
from snakemake import cli

from tests.unit.workflow_engine.provenance.conftest import FakeProject
from workflow_engine.provenance.command_line import (
    QUESTIONS,
    SELECTIONS,
    Call,
    Kind,
    read_command_line,
)

OUT = Path("results")


@pytest.fixture(autouse=True)
def _without_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Snakefile").write_text("")
    monkeypatch.chdir(tmp_path)


def _dispatched() -> set[str]:
    """Return the options by which Snakemake chooses what to do other than to run the workflow."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(cli.args_to_api))):
        if not isinstance(node, ast.If):
            continue
        calls = [
            call.func.value.id
            for statement in node.body
            if isinstance(statement, ast.Expr | ast.Assign)
            for call in ast.walk(statement)
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Name)
        ]
        if set(calls) & {"snakemake_api", "workflow_api", "dag_api"}:
            found |= {
                name.attr
                for name in ast.walk(node.test)
                if isinstance(name, ast.Attribute)
                and isinstance(name.value, ast.Name)
                and name.value.id == "args"
            }
    return found


def test_every_option_by_which_snakemake_does_not_run_is_known() -> None:
    # a report may follow a run, and touching goes through the executor
    assert _dispatched() - {"report_after_run"} | {"report", "reporter", "touch"} == QUESTIONS


def test_every_question_and_selection_is_an_option_of_snakemake() -> None:
    options = cli.get_argument_parser().parse_args([])
    assert [name for name in QUESTIONS | SELECTIONS if not hasattr(options, name)] == []
    # unset, none of them counts
    assert not any(getattr(options, name) for name in QUESTIONS | SELECTIONS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--list-rules"],
        ["--list-r"],
        ["--list"],
        ["-l"],
        ["--lt"],
        ["--list-t"],
        ["--summary"],
        ["--summ"],
        ["-S"],
        ["-D"],
        ["--detailed"],
        ["--lint"],
        ["--lint", "json"],
        ["--dag"],
        ["toy", "--dag=mermaid-js"],
        ["--rulegraph", "dot"],
        ["--filegraph"],
        ["--d3dag"],
        ["--report", "x.html"],
        ["--reporter", "html"],
        ["--unlock"],
        ["--unl"],
        ["--cleanup-metadata", "x"],
        ["--cm", "x"],
        ["--cleanup-shadow"],
        ["--delete-all-output"],
        ["--delete-all-output", "-n"],
        ["--delete-temp-output"],
        ["--archive", "x.tar.gz"],
        ["--touch"],
        ["-t"],
        ["--containerize"],
        ["--generate-unit-tests"],
        ["--list-changes", "code"],
        ["--lc", "code"],
        ["--li"],
        ["--lp"],
        ["--lu"],
        ["--list-conda-envs"],
        ["--conda-create-envs-only"],
        ["--conda-cleanup-envs"],
        ["--container-cleanup-images"],
        ["--print-compilation"],
        ["-nl"],
        ["--cores", "2", "-S", "toy"],
    ],
)
def test_what_prints_or_maintains_is_no_run(arguments: list[str]) -> None:
    assert read_command_line(arguments).kind is Kind.QUESTION


@pytest.mark.parametrize("arguments", [["-n"], ["--dry-run"], ["--dryrun", "toy"], ["-nc2"]])
def test_a_dry_run_is_told(arguments: list[str]) -> None:
    assert read_command_line(arguments).kind is Kind.DRY_RUN


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["toy", "--cores", "2"],
        ["--config", "out=results/.scratch/list"],
        ["summary"],
        ["--forceall"],
        ["--until", "toy"],
        ["--report", "x.html", "--report-after-run"],
        ["--keep-going", "--", "-n"],
    ],
)
def test_all_else_runs(arguments: list[str]) -> None:
    assert read_command_line(arguments).kind is Kind.RUN


def test_targets_and_output_root_are_read() -> None:
    call = read_command_line(["a", "b", "-c", "1", "--config", "scale=smoke", "out=x #y"])
    assert call == Call(Kind.RUN, ("a", "b"), "x #y")
    assert read_command_line([]) == Call(Kind.RUN)


def test_where_jobs_run_is_read() -> None:
    assert read_command_line(["--executor", "local"]).executor is None
    elsewhere = ["--executor", "touch", "--default-resources", "slurm_partition=short"]
    call = read_command_line(elsewhere)
    assert (call.executor, call.partition) == ("touch", "short")


@pytest.mark.parametrize(
    ("arguments", "repeated"),
    [
        (["--config", "set=a.b=1 a.c=2", "scale=smoke"], ()),
        (["--config", "set=a.b=1", "set=a.c=2"], ("set",)),
        (["--config", "scale=smoke", "--config", "set=a.c=2"], ("--config",)),
        (["-C", "scale=smoke", "--config=set=a.c=2"], ("--config",)),
        (["--config", "scale=smoke", "--", "--config"], ()),
    ],
)
def test_what_snakemake_would_drop_is_seen(arguments: list[str], repeated: tuple[str, ...]) -> None:
    assert read_command_line(arguments).repeated == repeated


def test_a_profile_counts(tmp_path: Path) -> None:
    (tmp_path / "profiles/default").mkdir(parents=True)
    (tmp_path / "profiles/default/config.yaml").write_text("summary: true\n")
    assert read_command_line([]).kind is Kind.QUESTION


def test_a_command_line_that_is_not_snakemakes_asks_for_nothing(fake: FakeProject) -> None:
    call = read_command_line(["--what-is-this"])
    assert call.kind is Kind.RUN
    assert call.studies(fake.jobs, OUT) == set()


@pytest.mark.parametrize(
    ("targets", "studies"),
    [
        ([], {"toy", "toy_two"}),
        (["all"], {"toy", "toy_two"}),
        (["replication"], {"toy", "toy_two"}),
        (["toy", "all"], {"toy", "toy_two"}),
        (["toy"], {"toy"}),
        (["toy_two"], {"toy_two"}),
        (["toy_curve"], {"toy"}),
        (["toy_two_curve"], {"toy_two"}),
        (["toy_make"], {"toy"}),
        (["toy_two_make"], {"toy_two"}),
        (["results/toy/data/numbers.json"], {"toy"}),
        (["./results/toy/../toy_two/x.json"], {"toy_two"}),
        (["results/gone/x.json"], set()),
        (["toy/data/numbers.json"], set()),
        (["results"], set()),
        (["toy_unknown"], set()),
        (["params.yaml"], set()),
    ],
)
def test_targets_name_studies(fake: FakeProject, targets: list[str], studies: set[str]) -> None:
    def named(study: str) -> None:
        make = replace(fake.jobs["toy/provenance/make/all.json"], study=study)
        fake.plan(make)
        fake.plan(replace(make, step="render", wildcards={"result": f"{study}_curve"}))

    for study in ("toy", "toy_two"):
        named(study)
    assert Call(Kind.RUN, tuple(targets)).studies(fake.jobs, OUT) == studies


def test_a_target_may_be_a_whole_path(fake: FakeProject, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"
    call = Call(Kind.RUN, (str(out / "toy/data/numbers.json"),))
    assert call.studies(fake.jobs, out) == {"toy"}
    assert call.studies(fake.jobs, OUT) == set()


@pytest.mark.parametrize(
    ("target", "seeds"),
    [
        ("replication", [1, 2]),
        ("toy_replicate", [1, 2]),
        ("toy_replicate_2", [2]),
        ("results/toy/tables/replication/1.json", [1]),
        ("", [1, 2]),  # nothing is known
        ("worlds", []),
        ("all", []),
        ("toy", []),
    ],
)
def test_what_is_made_on_request_is_asked_for_by_name_or_file(
    fake: FakeProject, target: str, seeds: list[int]
) -> None:
    make = fake.jobs["toy/provenance/make/all.json"]
    for seed in (1, 2):
        outputs = {"metrics": f"toy/tables/replication/{seed}.json"}
        again = replace(make, step="replicate", wildcards={"root_seed": str(seed)})
        fake.plan(replace(again, outputs=outputs))
    found = Call(Kind.RUN, (target,)).on_request(fake.jobs, OUT)
    assert found == [f"toy/provenance/replicate/{seed}.json" for seed in seeds]


@pytest.mark.parametrize(
    ("arguments", "by_files"),
    [
        ([], True),
        (["-n", "toy", "--cores", "2"], True),
        (["--rerun-triggers", "mtime", "code"], False),
        (["--forceall"], False),
        (["-f", "toy"], False),
        (["-n", "--forcerun", "toy_train"], False),
        (["--until", "toy_train"], False),
        (["--omit-from", "toy_train"], False),
        (["--batch", "all=1/2"], False),
        (["--allowed-rules", "toy_train"], False),
        (["--what-is-this"], False),
    ],
)
def test_whether_files_alone_decide(tmp_path: Path, arguments: list[str], by_files: bool) -> None:
    (tmp_path / "profiles/default").mkdir(parents=True)
    (tmp_path / "profiles/default/config.yaml").write_text("rerun-triggers: [mtime]\n")
    assert read_command_line(arguments).by_files is by_files


@pytest.mark.parametrize(
    ("arguments", "instead"),
    [
        (["--report"], "`make site`"),
        (["--report", "a.html", "--report-after-run"], "`make site`"),
        (["--lint"], "`make lint`"),
        (["--rulegraph"], "The graph of everything"),
        (["all", "--dag"], "The graph of everything"),
        (["toy", "--default-storage-provider", "s3"], "Storage plugins"),
        (["toy", "--dag"], ""),
        (["-n"], ""),
    ],
)
def test_what_floods_is_refused_in_words(arguments: list[str], instead: str) -> None:
    assert read_command_line(arguments).refused.startswith(instead)
    assert bool(read_command_line(arguments).refused) == bool(instead)
