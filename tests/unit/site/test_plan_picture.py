"""The graph of the plan as SVG: the nodes and edges of the Mermaid text, and words for them."""

import re
from xml.etree import ElementTree

from compsparse.site.plan_picture import plan_picture
from tests.house_plan import ROOT

GRAPH = re.findall(r"```mermaid\n.*?\n```", (ROOT / "docs/architecture.md").read_text(), re.DOTALL)


def test_the_picture_has_the_nodes_and_edges_of_the_page() -> None:
    (mermaid,) = GRAPH
    svg = plan_picture(mermaid)
    ElementTree.fromstring(svg)
    names = re.findall(r'font-weight="600">(\w+)</text>', svg)
    assert names == re.findall(r'"(\w+)<br>', mermaid) and len(names) <= 20
    edges = set(re.findall(r"    (\w+) --> (\w+)", mermaid))
    pairs = {frozenset(edge) for edge in edges}
    assert svg.count("marker-end=") == len(pairs) + 1  # one leads from studies to steps
    assert svg.count("marker-start=") == len(edges) - len(pairs)


def test_it_can_be_heard_and_takes_the_colors_of_the_page() -> None:
    svg = plan_picture(GRAPH[0])
    assert 'role="img"' in svg and "generate feeds evaluate, prune, train;" in svg
    assert "#" not in svg.replace("url(#plan-head)", "")


def test_lines_end_at_boxes_and_cross_none() -> None:
    svg = plan_picture(GRAPH[0])
    boxes = [
        tuple(map(float, found))
        for found in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="132" height="(\d+)"', svg)
    ]
    lines = re.findall(r'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" fill', svg)
    crossed = [
        (line, box)
        for line in (tuple(map(float, found)) for found in lines)
        for box in boxes
        for share in (i / 100 for i in range(1, 100))
        if box[0] < line[0] + share * (line[2] - line[0]) < box[0] + 132
        and box[1] < line[1] + share * (line[3] - line[1]) < box[1] + box[2]
    ]
    assert crossed == []


def test_text_without_a_graph_has_no_picture() -> None:
    assert plan_picture("```mermaid\nflowchart LR\n```") == ""
