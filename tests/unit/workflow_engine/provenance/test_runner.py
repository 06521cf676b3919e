"""One job in a process of its own, as a rule runs it: what it leaves, and what it refuses."""

import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.device import DEVICE, MODES, Device
from workflow_engine.isolation import job_command, job_environment
from workflow_engine.numerics import ONE_THREAD, PORTABLE
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import judge
from workflow_engine.provenance.lock import lock
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record

SOURCE = Path(__file__).resolve().parents[4] / "src"
STEP = "def run(inputs, *, n: int = 0):\n    {body}\n"
MAKE = Job(
    study="toy",
    step="make",
    module="compsparse.toy.make",
    wildcards={"cell": "a"},
    params={"n": 3},
    outputs={"one": "toy/data/one.json", "two": "toy/data/two.json"},
)
USE = Job(
    study="toy",
    step="use",
    module="compsparse.toy.use",
    wildcards={},
    params={},
    inputs={"numbers": "toy/data/one.json"},
    sources={"notes": "notes.txt"},
    outputs={"total": "toy/tables/total.json"},
)


class House:
    """A project with the real runner and two toy steps."""

    def __init__(self, root: Path) -> None:
        self.root, self.out = root, root / "results"
        self.project = Project(root)
        package = root / "src/compsparse"
        ignore = shutil.ignore_patterns("__pycache__", "studies")
        for name in ("compsparse", "workflow_engine"):
            shutil.copytree(SOURCE / name, root / "src" / name, ignore=ignore)
        for name in ("Snakefile", "params.yaml"):
            write(root / name, "")
        write(root / "constraints.txt", f"numpy=={metadata.version('numpy')}\n")
        write(root / "notes.txt", "a note\n")
        (package / "studies").mkdir()
        write(package / "toy/__init__.py", "")
        self.step("make", 'return {"one": [n], "two": {"n": n}}')
        self.step(
            "use",
            'return {"total": [inputs["numbers"].read_text(), inputs["notes"].read_text()]}',
        )

    def step(self, name: str, body: str, *, top: str = "") -> None:
        """Write a step."""
        write(self.root / f"src/compsparse/toy/{name}.py", top + STEP.format(body=body))

    def run(self, job: Job, code: Path | None = None) -> tuple[int, str]:
        """Run a job, by the code of another project if one is given; return exit code and text."""
        words = ("run", "--job", job.to_json())
        python, *words = job_command(code or self.root, "compsparse", *words)
        done = subprocess.run(
            [python, "-W", "error", *words],
            cwd=self.root,
            # else the job would start another process, which heeds no warnings
            env=job_environment(os.environ, self.root),
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def refused(self, job: Job, words: str) -> str:
        """Run a job that must be refused in words and leave everything as it was."""
        before = self.contents()
        code, text = self.run(job)
        assert code == 2, text
        assert words in text
        assert "Traceback" not in text
        assert self.contents() == before
        return text

    def contents(self) -> dict[str, bytes]:
        """Return all files under the output root, without dot folders."""
        return {
            str(path.relative_to(self.out)): path.read_bytes()
            for path in sorted(self.out.rglob("*"))
            if path.is_file() and not path.relative_to(self.out).parts[0].startswith(".")
        }

    def holds(self, *jobs: Job) -> bool:
        """Ask the ledger."""
        planned = {job.record_path: job for job in jobs}
        judgment = judge(self.out, self.root, planned, Digests(self.project), Hashes())
        return not judgment.bad and not any(judgment.faults.values())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house in which both steps have run; do not change it."""
    house = House(tmp_path_factory.mktemp("house") / "project")
    for job in (MAKE, USE):
        assert house.run(job) == (0, "")
    return house


@pytest.fixture
def house(built: House, tmp_path: Path) -> House:
    """A copy of the built house."""
    shutil.copytree(built.root, tmp_path / "project")
    copy = House.__new__(House)
    copy.root, copy.out = tmp_path / "project", tmp_path / "project/results"
    copy.project = Project(copy.root)
    return copy


def test_a_job_leaves_its_outputs_and_a_record_that_holds(built: House) -> None:
    assert built.contents() == {
        "toy/data/one.json": b"[\n  3\n]\n",
        "toy/data/two.json": b'{\n  "n": 3\n}\n',
        "toy/tables/total.json": b'[\n  "[\\n  3\\n]\\n",\n  "a note\\n"\n]\n',
        MAKE.record_path: (built.out / MAKE.record_path).read_bytes(),
        USE.record_path: (built.out / USE.record_path).read_bytes(),
    }
    assert Record.read(built.out / USE.record_path).job == USE
    assert set(Record.read(built.out / USE.record_path).sources) == {"notes.txt"}
    assert built.holds(MAKE, USE)


def test_the_same_job_leaves_the_same_bytes_and_nothing_else(house: House) -> None:
    before = house.contents()
    write(house.out / ".tmp/toy/provenance/make/a/of_a_killed_job.json", "half")
    assert house.run(MAKE) == (0, "")
    assert house.contents() == before
    assert not [p for p in (house.out / ".tmp").rglob("*.json")]


@pytest.mark.parametrize("mode", MODES)
def test_the_step_computes_in_the_mode_of_its_job(house: House, mode: str) -> None:
    house.step(
        "make",
        'return {"one": dict(os.environ), "two": sorted(sys.modules)}',
        top="import os\nimport sys\n\n\n",
    )
    job = replace(MAKE, numerics=mode)
    assert house.run(job) == (0, "")
    seen = json.loads((house.out / "toy/data/one.json").read_text())
    x86 = platform.machine().lower() in {"x86_64", "amd64"}
    expected = ONE_THREAD | (PORTABLE if mode == "portable" and x86 else {})
    assert {name: seen.get(name) for name in ONE_THREAD | PORTABLE} == {
        name: expected.get(name) for name in ONE_THREAD | PORTABLE
    }
    assert seen.get("CUBLAS_WORKSPACE_CONFIG") == (":4096:8" if mode == DEVICE else None)
    # the runner itself loads no numerical library before the step does
    assert not {"numpy", "torch", "pandas"} & set(
        json.loads((house.out / "toy/data/two.json").read_text())
    )


@pytest.mark.parametrize("found", ["cpu", "cuda"])
def test_a_step_that_takes_a_device_is_given_it_in_the_mode_device_alone(
    house: House, found: Device
) -> None:
    body = 'return {"one": [n], "two": device}'
    step = STEP.replace("n: int = 0", 'device: Device = "cpu", n: int = 0').format(body=body)
    top = "from workflow_engine.device import Device\n\n\n"
    write(house.root / "src/compsparse/toy/make.py", top + step)
    # what torch would say
    engine = house.root / "src/workflow_engine/device.py"
    text, has = engine.read_text(), f"{found == 'cuda'}"
    text = text.replace("    import torch\n", "").replace("torch.cuda.is_available()", has)
    engine.write_text(text.replace("torch.use_deterministic_algorithms(True)", "pass"))
    two, another = house.out / "toy/data/two.json", replace(USE, numerics=DEVICE)
    for mode in MODES:
        assert house.run(replace(MAKE, numerics=mode)) == (0, "")
        said = found if mode == DEVICE else ""
        assert json.loads(two.read_text()) == (said or "cpu")
        assert Record.read(house.out / MAKE.record_path).device == said
    # another step is what it was, and its record says no device
    assert house.run(another) == (0, "")
    assert '"device":' not in (house.out / USE.record_path).read_text()
    assert house.holds(replace(MAKE, numerics=DEVICE), another)


def test_a_missing_input_is_named(house: House) -> None:
    (house.out / "toy/data/one.json").unlink()
    house.refused(USE, "one.json does not exist; run snakemake, which makes it first")


def test_a_missing_source_is_named(house: House) -> None:
    (house.root / "notes.txt").unlink()
    house.refused(USE, "notes.txt does not exist")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('return {"one": 1}', "returned ['one']; the plan names ['one', 'two']"),
        ("return None", "returned NoneType; the plan names"),
        ('return {"one": 1, "two": object()}', "not a JSON value"),
    ],
)
def test_a_step_that_breaks_its_contract_leaves_the_old_results(
    house: House, body: str, words: str
) -> None:
    house.step("make", body)
    house.refused(MAKE, words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("bytearray(1 << 60)", "toy/make/a ran out of memory (MemoryError)"),
        (
            'raise RuntimeError("DefaultCPUAllocator: can\'t allocate memory: 9 bytes")',
            "toy/make/a ran out of memory (DefaultCPUAllocator: can't allocate memory: 9 bytes)",
        ),
        ("raise OSError(28, 'full')", "toy/make/a: No space left on device. The disk is full"),
    ],
    ids=["memory", "memory_of_torch", "disk"],
)
def test_what_the_machine_lacks_is_said_in_words(house: House, body: str, words: str) -> None:
    house.step("make", body)
    house.refused(MAKE, words)


def test_other_errors_of_a_step_keep_their_traceback(house: House) -> None:
    for error in ("RuntimeError('shapes differ')", "FileNotFoundError(2, 'gone')"):
        house.step("make", f"raise {error}")
        code, text = house.run(MAKE)
        assert code == 1 and "Traceback" in text


def test_outputs_that_cannot_be_put_in_their_place_leave_no_record(house: House) -> None:
    house.step(
        "make",
        "from pathlib import Path\n"
        "    Path('results/toy/elsewhere').write_text('')\n"
        '    return {"one": 1, "two": 2}',
    )
    # the second of its folders is a file by now
    job = replace(MAKE, outputs={"one": "toy/data/one.json", "two": "toy/elsewhere/two.json"})
    (house.out / MAKE.record_path).unlink()
    code, text = house.run(job)
    assert code == 2 and "Traceback" not in text
    assert not (house.out / MAKE.record_path).exists()


def test_a_link_that_comes_while_the_step_runs_is_not_written_through(house: House) -> None:
    house.step(
        "make",
        "from pathlib import Path\n"
        "    Path('results/toy/data').rename('elsewhere')\n"
        "    Path('results/toy/data').symlink_to(Path('elsewhere').resolve())\n"
        '    return {"one": 1, "two": 2}',
    )
    before = house.contents()
    code, text = house.run(MAKE)
    assert code == 2 and "results/toy/data is a symbolic link" in text
    assert (house.root / "elsewhere/one.json").read_bytes() == before["toy/data/one.json"]
    assert (house.out / MAKE.record_path).read_bytes() == before[MAKE.record_path]


def test_a_job_waits_for_another_that_writes_the_same_record(house: House) -> None:
    place = house.out / f".tmp/{MAKE.record_path.replace('/', '.')}.lock"
    with (
        lock(place, "the test") as held,
        subprocess.Popen(
            job_command(house.root, "compsparse", "run", "--job", MAKE.to_json()),
            cwd=house.root,
            env=job_environment(os.environ, house.root),
            stderr=subprocess.PIPE,
            text=True,
        ) as job,
    ):
        assert job.stderr is not None
        assert job.stderr.readline().startswith(f"{MAKE.record_path} is in use by process")
        held.close()
        assert job.wait(timeout=600) == 0


def change(path: str) -> str:
    """Return the body of a step that changes a file of the project while it runs."""
    return (
        "from pathlib import Path\n"
        f"    Path({path!r}).write_text(Path({path!r}).read_text() + '\\nLATER = 1\\n')\n"
        '    return {"total": 1}'
    )


@pytest.mark.parametrize(
    "path",
    [
        "src/compsparse/toy/use.py",
        "src/workflow_engine/artifacts/json_values.py",
        "results/toy/data/one.json",
        "notes.txt",
    ],
)
def test_what_changes_while_the_step_runs_is_not_vouched_for(house: House, path: str) -> None:
    house.step("use", change(path))
    table = (house.out / "toy/tables/total.json").read_bytes()
    record = (house.out / USE.record_path).read_bytes()
    code, text = house.run(USE)
    assert code == 2 and "changed while the step ran" in text
    assert (house.out / "toy/tables/total.json").read_bytes() == table
    assert (house.out / USE.record_path).read_bytes() == record
    assert not house.holds(MAKE, USE)


def test_a_pin_that_changes_while_the_step_runs_is_seen(house: House) -> None:
    house.step(
        "use",
        "from pathlib import Path\n"
        "    Path('constraints.txt').write_text('numpy==0.1\\n')\n"
        '    return {"total": 1}',
        top="import numpy\n\n\n",
    )
    house.refused(USE, "changed while the step ran")


# the last is loaded by no step and by no runner, but by other commands of the command line
@pytest.mark.parametrize(
    "module",
    [
        "compsparse.toy.use",
        "workflow_engine.provenance.trace",
        "workflow_engine.configuration.scales",
    ],
)
def test_a_module_loaded_by_name_is_refused(house: House, module: str) -> None:
    house.step(
        "make",
        f'importlib.import_module("{module}")\n    return {{"one": 1, "two": 2}}',
        top="import importlib\n\n\n",
    )
    text = house.refused(MAKE, "without importing it where it can be read from the source")
    assert module in text


def test_a_module_that_stands_in_an_import_is_allowed(house: House) -> None:
    house.step(
        "make",
        "from workflow_engine.configuration.scales import SCALES\n"
        '    return {"one": SCALES, "two": 2}',
    )
    assert house.run(MAKE) == (0, "")
    assert house.holds(MAKE, USE) is False  # its code and its bytes are new
    assert house.run(USE) == (0, "")
    assert house.holds(MAKE, USE)


def test_an_environment_that_is_not_the_pinned_one_is_refused_before_the_step_runs(
    house: House,
) -> None:
    house.step(
        "make",
        "import numpy\n    from pathlib import Path\n    Path('ran').touch()\n"
        '    return {"one": 1, "two": 2}',
    )
    write(house.root / "constraints.txt", "numpy==0.1\n")
    house.refused(MAKE, "constraints.txt pins 0.1. Install the environment again")
    assert not (house.root / "ran").exists()


def test_code_from_another_checkout_is_not_run(house: House, built: House) -> None:
    script = (
        "from pathlib import Path; from workflow_engine.provenance.job import Job; "
        "from workflow_engine.provenance.project import Project; "
        "from workflow_engine.provenance.runner import run_job; import sys; "
        "root = Path(sys.argv[1]); run_job(Project(root), root / 'results', "
        "Job.from_json(sys.argv[2]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(house.root), MAKE.to_json()],
        env=os.environ | {"PYTHONPATH": str(built.root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "not from this project's src folder; set PYTHONPATH to" in done.stderr


def test_a_command_for_one_checkout_runs_that_checkouts_code(house: House, built: House) -> None:
    house.step("make", 'return {"one": "here", "two": 2}')
    code, text = house.run(MAKE, built.root)
    assert (code, text) == (0, "")
    assert (house.out / "toy/data/one.json").read_text() == '"here"\n'


def test_a_job_that_reads_an_entry_of_a_file_is_stale_when_that_entry_changes(
    house: House,
) -> None:
    words = house.root / "words.yaml"
    job = replace(USE, sources={"notes": "words.yaml#one"})
    write(words, "{one: {a: 1}, two: 2}")
    assert house.run(job) == (0, "")
    write(words, "one: {a: 1}\ntwo: 3\n")
    assert house.holds(MAKE, job)
    write(words, "{one: {a: 2}, two: 2}")
    assert not house.holds(MAKE, job)
    write(words, "{two: 2}")
    house.refused(job, "words.yaml#one is no entry of a file that is there")
