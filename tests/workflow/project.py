"""A real project in a temporary folder: this repository's house with toy studies in it."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from tests.workflow.warm import server_for

REPOSITORY = Path(__file__).resolve().parents[2]
TOY = Path(__file__).parent / "toy"
STUDIES = ("alpha", "beta")
HOUSE = "compsparse"
ENGINE = ("workflow_engine", "snakemake_logger_plugin_compsparse")
_PATIENCE = 1200.0  # seconds for one command, on a busy machine too


@dataclass
class ToyProject:
    """Commands and edits in one checkout of the toy project.

    Attributes:
        root: the checkout.
        variables: what else stands in the environment of every command.
        scripts: folder of the installed scripts; that of the running Python unless given.
        package: the one that holds the studies; another than compsparse has the engine alone.
    """

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    scripts: Path = field(default_factory=lambda: Path(sys.executable).parent)
    package: str = HOUSE

    @classmethod
    def create(cls, root: Path, package: str = HOUSE) -> "ToyProject":
        """Copy the house, put the toy studies in, start git and DVC, commit."""
        root.mkdir(parents=True)
        for name in ("Snakefile", "dvc.yaml", "constraints.txt", ".gitignore", ".dvcignore"):
            shutil.copy(REPOSITORY / name, root / name)
        for name in ("profiles", ".dvc"):
            ignore = shutil.ignore_patterns("tmp", "cache", "config.local")
            shutil.copytree(REPOSITORY / name, root / name, ignore=ignore)
        (root / "workflow" / "rules").mkdir(parents=True)
        (root / "workflow" / "claims").mkdir()
        (root / "workflow" / "headlines").mkdir()
        (root / "workflow" / "scales").mkdir()
        for name in ("studies.smk", "on_request.smk"):
            shutil.copy(REPOSITORY / "workflow/rules" / name, root / "workflow/rules" / name)
        for name in ("tables", "targets"):
            shutil.copytree(REPOSITORY / "workflow" / name, root / "workflow" / name)
        ignore = shutil.ignore_patterns("__pycache__", "studies")
        for source in (*ENGINE, *([HOUSE] if package == HOUSE else [])):
            shutil.copytree(REPOSITORY / "src" / source, root / "src" / source, ignore=ignore)
        studies = root / "src" / package / "studies"
        studies.mkdir(parents=True)
        for folder in (studies.parent, studies):
            (folder / "__init__.py").touch()
        shutil.copy(TOY / "params.yaml", root / "params.yaml")
        project = cls(root, package=package)
        for study in STUDIES:
            project.add_study(study)
        for command in (
            ["git", "init", "-q", "-b", "main"],
            ["git", "config", "user.email", "toy@example.org"],
            ["git", "config", "user.name", "Toy"],
            ["git", "config", "commit.gpgsign", "false"],
        ):
            project.run(*command)
        project.commit("toy project")
        return project

    def add_study(self, study: str) -> None:
        """Write the toy study under another name."""
        folder = self.root / "src" / self.package / "studies" / study
        folder.mkdir()
        for source in sorted((TOY / "study").glob("*.py")):
            text = source.read_text().replace("TOY", study).replace(HOUSE, self.package)
            (folder / source.name).write_text(text)
        (self.root / f"workflow/claims/{study}.yaml").write_text(f"study: {study}\n")
        (self.root / f"workflow/headlines/{study}.yaml").write_text("{}\n")
        shutil.copy(TOY / "scales.yaml", self.root / f"workflow/scales/{study}.yaml")

    @property
    def environment(self) -> dict[str, str]:
        """The environment of every command: the installed scripts, the project's own code."""
        return {
            **os.environ,
            **self.variables,
            "PATH": f"{self.scripts}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(self.root / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "200",
            "DVC_NO_ANALYTICS": "1",
        }

    def run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command in the project; its output is in ``stdout``, both streams joined."""
        environment = self.environment
        if server := server_for(command[0], environment, self.root / "src"):
            code, said = server.run(command, self.root, environment, _PATIENCE)
            done = subprocess.CompletedProcess(command, code, said)
        else:
            done = subprocess.run(
                command,
                cwd=self.root,
                env=environment,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
            )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.returncode}\n{done.stdout}")
        return done

    def snakemake(self, *arguments: str, check: bool = True) -> str:
        """Run snakemake on two cores."""
        return self.run("snakemake", "--cores", "2", *arguments, check=check).stdout

    def planned(self, *arguments: str) -> dict[str, int]:
        """Return how many jobs of each rule a dry run wants, study targets left out."""
        text = self.snakemake("-n", *arguments)
        if "Nothing to be done" in text:
            return {}
        assert re.search(r"^\d+ jobs? would run:$", text, re.MULTILINE), text
        counts = re.findall(r"^ +(\d+) ([a-z][a-z0-9_]*)$", text, re.MULTILINE)
        return {rule: int(n) for n, rule in counts if rule not in {"all", *STUDIES}}

    def repro(self, check: bool = True) -> str:
        """Run dvc repro."""
        return self.run("dvc", "repro", check=check).stdout

    def dvc_is_clean(self) -> bool:
        """Ask dvc status."""
        return "up to date" in self.run("dvc", "status").stdout

    def audit(self, *arguments: str) -> tuple[int, list[tuple[str, str]]]:
        """Return the audit's exit code and its failures."""
        done = self.run("compsparse", "audit", "--json", *arguments, check=False)
        reports = json.loads(done.stdout)
        return done.returncode, [(f["path"], f["reason"]) for r in reports for f in r["failures"]]

    def copied(self, folder: Path) -> "ToyProject":
        """Return a copy of the checkout, with what lies in it, in a new folder."""
        shutil.copytree(self.root, folder, symlinks=True)
        return ToyProject(folder, dict(self.variables), self.scripts, self.package)

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace text that must be there once."""
        file = self.root / path
        text = file.read_text()
        assert text.count(old) == 1, f"{path} holds {old!r} {text.count(old)} times"
        file.write_text(text.replace(old, new))

    def commit(self, message: str) -> None:
        """Commit everything."""
        self.run("git", "add", "-A")
        self.run("git", "commit", "-q", "-m", message)

    def contents(self, out: str = "results") -> dict[str, str]:
        """Return the sha256 of every file under an output root, without dot folders."""
        root = self.root / out
        return {
            str(p.relative_to(root)): sha256(p.read_bytes()).hexdigest()
            for p in sorted(root.rglob("*"))
            if p.is_file() and not p.relative_to(root).parts[0].startswith(".")
        }

    def from_scratch(self, folder: Path) -> dict[str, str]:
        """Build the present state in a new folder, nothing kept, and return its contents."""
        keep_out = shutil.ignore_patterns("results", ".snakemake", ".dvc", ".git", "__pycache__")
        shutil.copytree(self.root, folder, ignore=keep_out)
        other = ToyProject(folder)
        other.snakemake()
        return other.contents()
