"""A genome in Picbreeder's XML, and zips of it."""

import zipfile
from pathlib import Path

NODE = """<node {0}><marking branch="{1}" id="{2}"/><activation>{3}(x)</activation></node>"""
LINK = """<link><marking branch="9" id="{0}"/><source branch="{1}" id="{2}"/>
<target branch="{3}" id="{4}"/><weight>{5}</weight></link>"""


def document(
    activation: str = "gaussian", weight: str = "-1.25", extra: str = "", head: str = ""
) -> str:
    nodes = [
        NODE.format('label="x" type="in"', 5, 0, "identity"),
        NODE.format('type="hidden" bias="0.0"', 5, 1, "sin"),
        NODE.format('type="hidden"', 6, 1, "sigmoid"),
        NODE.format('label="ink" type="out"', 5, 2, activation),
    ]
    links = [
        LINK.format(0, 5, 0, 5, 1, weight),
        LINK.format(1, 5, 1, 6, 1, "3.0"),
        LINK.format(2, 6, 1, 5, 2, "0.5"),
    ]
    return f"""<?xml version="1.0" encoding="UTF-8"?>{head}<root><genome age="74">
<nodes count="4">{"".join(nodes)}{extra}</nodes><links count="3">{"".join(links)}</links>
</genome></root>"""


def packed(path: Path, method: int = zipfile.ZIP_DEFLATED, **files: str) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path
