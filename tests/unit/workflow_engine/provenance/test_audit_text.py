"""An audit's lines: failures first, long lists cut, names that cannot forge a line."""

from workflow_engine.provenance.audit_text import audit_lines
from workflow_engine.provenance.findings import CARRIED, Audit
from workflow_engine.provenance.rebuild import Rebuilt


def test_what_holds_is_one_line_and_the_root() -> None:
    report = Audit("results", files=8, records=3, root_of_records=("ab" * 32, 3))
    assert list(audit_lines(report)) == [
        "results: 8 files, 3 records: all hold",
        f"root of 3 records: {'ab' * 32}",
    ]


def test_nothing_never_holds() -> None:
    assert list(audit_lines(Audit("results"))) == ["results: 0 files, 0 records: nothing is here"]


def test_failures_come_first_and_long_lists_are_cut_by_kind_and_study() -> None:
    report = Audit("results")
    report.notices.append(("results/b", "off"))
    report.failures = [(f"results/{s}/t/{n}", "foreign: x") for s in "ab" for n in range(25)]
    report.failures += [(f"results/a/t/{n}", "content: y") for n in range(20)]
    lines = list(audit_lines(report))
    assert [line.startswith("FAIL") for line in lines].index(False) == 20 + 1 + 20 + 1 + 20
    assert lines[20] == "FAIL    ... and 5 more in results/a: foreign (--json lists all)"
    assert lines[-1].endswith("70 failures")
    assert len(report.as_json()["failures"]) == 70


def test_data_that_was_not_pulled_is_told_once() -> None:
    report = Audit("results", failures=[("results/a/t/x", "content: x")])
    report.not_pulled = [(f"results/{s}/data/{n}", "content: x") for s in "ab" for n in range(99)]
    (told,) = [line for line in audit_lines(report) if "data not pulled" in line]
    assert told.startswith("FAIL    results: ") and " figures of a, b are missing;" in told
    without = "not checked: 198 missing files"
    last = list(audit_lines(report))[-1]
    assert last == f"results: 0 files, 0 records: 1 failure; {without}"
    assert not report.as_json()["ok"] and len(report.as_json()["failures"]) == 199
    report.failures = []
    last = list(audit_lines(report))[-1]
    assert last == f"results: 0 files, 0 records: all that is here holds; {without}"
    assert report.failed


def test_many_notices_on_what_was_carried_are_one_line() -> None:
    report = Audit("results", files=1, notices=[("results/a", "foreign: b")])
    carried = [(f"results/{name}", f"2 records carried over once {CARRIED}") for name in "abcd"]
    report.notices += carried[:3]
    assert sum("carried over once" in line for line in audit_lines(report)) == 3
    report.notices += carried[3:]
    told = [line for line in audit_lines(report) if line.startswith("notice")]
    assert told[0] == "notice  results/a: foreign: b" and len(told) == 2
    assert "4 groups of records were carried over" in told[1] and "--json" in told[1]


def test_many_files_that_are_not_committed_are_counted() -> None:
    report = Audit("results")
    report.uncommitted = [(f"src/{n}.py", "git: differs from the last commit") for n in range(12)]
    lines = list(audit_lines(report))
    assert lines[-2] == (
        "notice  12 files in all: differs from the last commit: 12 (--json lists all)"
    )
    assert len(lines) == 10 + 2


def test_a_name_cannot_forge_a_line() -> None:
    name = "results/x\nresults: 9 files, 9 records: all hold"
    report = Audit("results", failures=[(name, "foreign: \x1b[2K")])
    first, *_ = audit_lines(report)
    assert "\n" not in first and "\x1b" not in first


def test_what_was_made_anew_is_told() -> None:
    done = Rebuilt("results/.scratch/rebuild-x", chosen=["a/train/1"], candidates=9, made=4)
    line = done.text("results")
    assert line.startswith("rebuilt 4 jobs (1 of 9 chosen at random: a/train/1; ")
    assert line.endswith("all bytes equal")
    done.failures.append(("a/models/1.npz", "rebuild: made again it has other bytes"))
    done.different = 1
    line = done.text("results")
    assert "1 changed, 3 equal" in line and "all bytes equal" not in line
    assert "compsparse compare results results/.scratch/rebuild-x" in line
    assert "nothing could be" in Rebuilt("x").text("results")
