"""ro-crate-metadata.json: records as actions, in the terms of the Provenance Run Crate profile 0.5.

A job is a CreateAction: its instrument is the step's module, its objects are parameters and files
that it read, its results the files that it wrote, and its record is about it. Records hold no time,
so an action has none, but what the job took where this machine has measured it. A file of DVC's
that the archive lacks is described by its hash, and is no part of the crate.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import quote

from compsparse.archive.software import Json, authors, license_address, name_of
from workflow_engine.costs.notes import Note
from workflow_engine.provenance.canonical import canonical, digest
from workflow_engine.provenance.git_head import RESULTS
from workflow_engine.provenance.record import Record, times
from workflow_engine.provenance.source_parts import file_of

METADATA = "ro-crate-metadata.json"
_RO_CRATE = "https://w3id.org/ro/crate/1.1"
_TERMS = "https://w3id.org/ro/terms/workflow-run#"
# terms are written out, so that readers without a network need the context of RO-Crate alone
_CONTEXT = [
    f"{_RO_CRATE}/context",
    {name: f"{_TERMS}{name}" for name in ("resourceUsage", "sha256")},
]
_PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": "Process Run Crate",
    "https://w3id.org/ro/wfrun/workflow/0.5": "Workflow Run Crate",
    "https://w3id.org/ro/wfrun/provenance/0.5": "Provenance Run Crate",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": "Workflow RO-Crate",
}
_SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
_WORKFLOW = ["File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"]
_UNITS = {"cpu": "SEC", "wall": "SEC", "memory": "MegaBYTE", "size": "BYTE"}  # of QUDT


@dataclass
class Crate:
    """The metadata of an archive.

    Attributes:
        title: of the archive.
        citation: content of CITATION.cff.
        commit: whose files these are.
        date: of the commit, in ISO 8601.
        sizes: bytes of every file of the archive but the metadata, by path.
        records: by path relative to results/.
        notes: what jobs took, where that was measured here, by their record's path.
        entities: what was described so far, by name.
    """

    title: str
    citation: Json
    commit: str
    date: str
    sizes: Mapping[str, int]
    records: Mapping[str, Record]
    notes: Mapping[str, Note]
    entities: dict[str, Json] = field(default_factory=dict)

    def as_json(self) -> Json:
        """Return the metadata as JSON-LD."""
        entities = authors(self.citation)
        names = [entity.get("@id", f"#{quote(name_of(entity))}") for entity in entities]
        people = [
            self._add(name, entity["@type"], **entity)
            for name, entity in zip(names, entities, strict=True)
        ]
        self._add_run(people)
        self._add_root(people)
        return {"@context": _CONTEXT, "@graph": list(self.entities.values())}

    def _add(self, place: str, kind: str | list[str], **said: Any) -> Json:
        """Describe an entity, the first time that it is met; return a reference to it."""
        self.entities.setdefault(place, said | {"@id": place, "@type": kind})
        return {"@id": place}

    def _file(self, path: str, sha: str | None = None, kind: str | list[str] = "File") -> Json:
        """Describe a file of the archive, or one that the archive lacks."""
        said = {"name": path} | ({"sha256": sha} if sha else {})
        if path in self.sizes:
            return self._add(quote(path), kind, contentSize=str(self.sizes[path]), **said)
        return self._add(f"#{quote(path)}", "CreativeWork", description="Not in here.", **said)

    def _results(self, hashes: Mapping[str, str]) -> list[Json]:
        return [self._file(f"{RESULTS}/{path}", sha) for path, sha in hashes.items()]

    def _add_run(self, people: list[Json]) -> None:
        """Describe all jobs, and the workflow that asked for them."""
        read = {path for record in self.records.values() for path in record.inputs}
        tools, steps, left = [], [], []
        for place, record in sorted(self.records.items()):
            module = record.job.module
            path = f"src/{module.replace('.', '/')}.py"
            tools.append(self._file(path, kind=["File", "SoftwareSourceCode"]))
            steps.append(self._add(f"#step-{module}", "HowToStep", workExample=tools[-1]))
            job = self._job(place, record, agent=people, instrument=tools[-1])
            name = f"{job['@id']}-control"
            self._add(name, "ControlAction", instrument=steps[-1], object=job)
            left += self._results({p: s for p, s in record.outputs.items() if p not in read})
        workflow = self._file("Snakefile", kind=_WORKFLOW)
        self.entities["Snakefile"] |= {
            "programmingLanguage": self._add(_SNAKEMAKE, "ComputerLanguage", name="Snakemake"),
            "hasPart": _once(tools),
            "step": _once(steps),
        }
        said = {"name": self.title, "agent": people, "instrument": workflow, "result": left}
        self._add("#run", "CreateAction", object=[self._file("params.yaml")], **said)

    def _job(self, place: str, record: Record, **said: Any) -> Json:
        """Describe a job that was done."""
        job = record.job
        name = f"#{quote(f'{job.study}/{job.name}')}"
        inputs = self._results(record.inputs)
        inputs += [self._file(file_of(path)) for path in record.sources]
        for key, value in sorted(job.params.items()):  # described once for all jobs that have it
            text = value if isinstance(value, str) else canonical(value)
            parameter = f"#{quote(key)}-{digest([key, value])[:16]}"
            inputs.append(self._add(parameter, "PropertyValue", name=key, value=text))
        if record.carried:
            often = times(len(record.carried))
            said["description"] = f"Carried over a change of code {often}; its record has the proof"
        if place in self.notes:
            took = asdict(self.notes[place])
            said["resourceUsage"] = [
                self._add(
                    f"{name}-{what}",
                    "PropertyValue",
                    name=what,
                    value=str(took[what]),
                    propertyID=f"#{what}",
                    unitCode=f"https://qudt.org/vocab/unit/{unit}",
                )
                for what, unit in _UNITS.items()
            ]
        said |= {"object": _once(inputs), "result": self._results(record.outputs)}
        said |= {"subjectOf": self._file(f"{RESULTS}/{place}"), "name": f"{job.study}/{job.name}"}
        return self._add(name, "CreateAction", **said)

    def _add_root(self, people: list[Json]) -> None:
        """Describe what is left at the top, the root with all parts of the crate, and profiles."""
        for path in sorted(self.sizes):
            top, below, _ = path.partition("/")
            if below:
                self._add(f"{quote(top)}/", "Dataset", name=top)
            else:
                self._file(path)
        parts = [{"@id": name} for name in self.entities if not name.startswith(("#", "https:"))]
        profiles = [self._add(place, "CreativeWork", name=n) for place, n in _PROFILES.items()]
        terms, name = license_address(self.citation), self.citation["license"]
        self._add(
            "./",
            "Dataset",
            author=people,
            conformsTo=profiles,
            datePublished=self.date,
            description=f"{self.citation['abstract']} Code, parameters, records and results of "
            f"commit {self.commit}; where it is unpacked, `compsparse audit` checks them.",
            hasPart=parts,
            identifier=self.commit,
            keywords=self.citation.get("keywords", []),
            license=self._add(terms, "CreativeWork", name=name),
            mainEntity={"@id": "Snakefile"},
            mentions=[{"@id": "#run"}],
            name=self.title,
            version=self.citation["version"],
        )
        crates = [{"@id": _RO_CRATE}, profiles[-1]]
        self._add(METADATA, "CreativeWork", about={"@id": "./"}, conformsTo=crates)


def _once(references: list[Json]) -> list[Json]:
    return [{"@id": name} for name in dict.fromkeys(r["@id"] for r in references)]
