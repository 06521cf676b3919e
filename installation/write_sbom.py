"""Writes sbom.cdx.json, the bill of materials (CycloneDX 1.6), from the locks. For `make lock`.

The same locks give the same bytes: no date, no random serial number.
"""

import sys
from pathlib import Path

from cyclonedx.contrib.this.builders import this_component
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    Property,
    XsUri,
)
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from locked_requirements import Locked, read
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = Path(__file__).resolve().parent


def component(locked: Locked, *, verified: bool) -> Component:
    """Describe one locked package; only what is installed by hash is given hashes."""
    purl = PackageURL("pypi", None, locked.name, locked.version)
    made = Component(
        name=locked.name,
        version=locked.version,
        type=ComponentType.LIBRARY,
        purl=purl,
        bom_ref=str(purl),
    )
    if verified:
        hashes = [HashType(alg=HashAlgorithm.SHA_256, content=text) for text in locked.hashes]
        # of the files that may be installed; a component's own hashes would mean one file
        made.external_references.add(
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION, url=XsUri(str(purl)), hashes=hashes
            )
        )
    else:
        made.properties.add(Property(name="compsparse:integrity", value="unverified"))
        if locked.name != "torch":
            made.scope = ComponentScope.OPTIONAL
    if locked.marker:
        made.properties.add(Property(name="compsparse:marker", value=str(locked.marker)))
    return made


def direct_requirements(text: str) -> set[str]:
    """Return the names in requirements.in."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return {canonicalize_name(Requirement(line).name) for line in lines if line}


def main() -> int:
    """Write the file, or say why it is not valid."""
    bom = Bom()
    bom.serial_number = None
    bom.metadata.timestamp = None
    tool = this_component()
    bom.metadata.tools.components.add(
        Component(name=tool.name, version=tool.version, type=ComponentType.LIBRARY)
    )
    project = Component(name="compsparse", type=ComponentType.APPLICATION, bom_ref="compsparse")
    bom.metadata.component = project
    parts = [component(one, verified=True) for one in read(LOCKS / "requirements.lock")]
    parts += [component(one, verified=False) for one in read(LOCKS / "torch.lock")]
    bom.components.update(parts)
    direct = direct_requirements((LOCKS.parent / "requirements.in").read_text(encoding="utf-8"))
    bom.register_dependency(project, [part for part in parts if part.name in direct])
    text = JsonV1Dot6(bom).output_as_string(indent=1) + "\n"
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong:
        print(f"The bill of materials is not valid CycloneDX 1.6: {wrong}", file=sys.stderr)
        return 1
    (LOCKS / "sbom.cdx.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
