"""The record of a job: what was made, from what, by which code, in which environment.

No time and no machine stands in a record, so the same job leaves the same record everywhere, and a
difference in git is a difference in substance.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workflow_engine.provenance.canonical import digest
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.memory import Memory
from workflow_engine.validation.regular_files import NotRegularError, read_regular

_LONGEST_NAME, _LONGEST_PATH = 255, 2048  # bytes that file systems take
_LARGEST = 16 << 20  # bytes of a record; a thousand inputs take a hundredth

FORMAT = 1  # raise it when the runner's effect on bytes changes: all records are then stale


class RecordError(Exception):
    """A record that cannot be read as one."""


@dataclass(frozen=True)
class Record:
    """A job with the digests of all that went in and came out.

    ``inputs`` and ``outputs`` map paths relative to the output root to sha256, ``sources`` paths
    relative to the project's root. ``carried`` has an entry for each time that the outputs were
    taken over from other code after a proof of equality (see ``carry``): under what they were made
    before, and what was proved. ``device`` is what the job computed on, or one that it ran, where
    it took the device that the numerics mode ``device`` gives.
    """

    job: Job
    code: str
    environment: str
    inputs: dict[str, str]
    sources: dict[str, str]
    outputs: dict[str, str]
    format: int = FORMAT
    carried: list[dict[str, Any]] = field(default_factory=list)
    device: str = ""

    def text(self) -> str:
        """Return the file's text: indented, sorted, closed by a digest of its own content."""
        body: dict[str, Any] = vars(self) | {"job": self.job.as_json()}
        for name in ("carried", "device"):
            if not body[name]:  # as mostly
                del body[name]
        body["sha256"] = digest(body)
        return json.dumps(body, indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    @classmethod
    def read(cls, path: Path, memory: Memory | None = None) -> "Record":
        """Read a record; any departure from the canonical text is an error.

        A ``memory`` of the package knows the texts that were found to be canonical.

        Raises:
            RecordError: unreadable, of another format, or not canonical.
        """
        try:
            # text mode would forgive other line ends
            content = read_regular(path, limit=_LARGEST)
            text = content.decode()
        except NotRegularError as error:
            raise RecordError(f"unreadable (it {error.what})") from None
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"unreadable ({error})") from None
        key = f"record {hashlib.sha256(content).hexdigest()}"
        believed = memory is not None and memory.get(key) is True
        try:
            body = json.loads(text)
            if body.get("format") != FORMAT:
                raise RecordError(f"format {body.get('format')!r}, this version writes {FORMAT}")
            body.pop("sha256", None)
            record = cls(**(body | {"job": Job(**body["job"])}))
            if believed:
                return record
            _check_types(record)
            canonical = record.text()  # refuses numbers that are not finite
        except RecursionError:
            raise RecordError("not a record (nested too deeply)") from None
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise RecordError(f"not a record ({error})") from None
        if canonical != text:
            raise RecordError("the text is not the canonical text of its content")
        if memory is not None:
            memory.put(key, True)
        return record


def _check_types(record: Record) -> None:
    """Refuse a record that someone else wrote in the right form with other kinds of values."""
    job = record.job
    texts = {
        "code": record.code,
        "environment": record.environment,
        "study": job.study,
        "step": job.step,
        "module": job.module,
        "numerics": job.numerics,
        "device": record.device,
    }
    mappings = {
        "inputs": record.inputs,
        "sources": record.sources,
        "outputs": record.outputs,
        "wildcards": job.wildcards,
        "job's outputs": job.outputs,
        "job's sources": job.sources,
    }
    for name, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f"{name} is not text")
    for name, mapping in mappings.items():
        if not isinstance(mapping, dict) or not all(isinstance(v, str) for v in mapping.values()):
            raise TypeError(f"{name} does not map names to text")
    if not isinstance(job.inputs, dict) or not isinstance(job.params, dict):
        raise TypeError("the job's inputs or params are no mapping")
    if not isinstance(job.runs, list) or not all(isinstance(name, str) for name in job.runs):
        raise TypeError("the job's runs are no list of texts")
    if not isinstance(record.carried, list) or not all(map(_is_proof, record.carried)):
        raise TypeError("carried is no list of mappings with a commit")
    for value in job.inputs.values():
        if not all(isinstance(p, str) for p in (value if isinstance(value, list) else [value])):
            raise TypeError("the job's inputs are no files or lists of files")
    for path in (*record.inputs, *record.sources, *record.outputs):
        _check_path(path)


def _is_proof(entry: object) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("commit"), str)


def _check_path(path: str) -> None:
    """Refuse paths that lead out of the output root: files that are named here may be deleted."""
    parts = path.split("/")
    if not path.isprintable():  # no result of ours; printed, it could forge a line
        raise ValueError(f"{path[:60]!r} is no path inside the output root")
    if not {"", ".", ".."}.isdisjoint(parts) or "\0" in path or len(path.encode()) > _LONGEST_PATH:
        raise ValueError(f"{path[:60]!r} is no path inside the output root")
    if max(len(part.encode()) for part in parts) > _LONGEST_NAME:
        raise ValueError(f"{path[:60]!r} has a name that no file system takes")


def times(count: int) -> str:
    """Return how often something was done, in words."""
    return "once" if count == 1 else f"{count} times"


def carried_over(counts: Mapping[str, int]) -> str:
    """Return a sentence on tables that were carried over since they were made, by study."""
    told = ", ".join(f"{study} {times(count)}" for study, count in counts.items() if count)
    return (
        f"Carried over a change of code since they were made: {told}. Every time old and new code "
        "left the same bytes of a whole default run, and evaluations that the new code drew were "
        "made again, to the last digit."
    )
