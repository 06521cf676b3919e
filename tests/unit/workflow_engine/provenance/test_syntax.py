"""The text of a syntax tree: one for one meaning, and one under all supported Pythons."""

import ast
import hashlib
import json
import subprocess
import sys

import pytest

from tests.interpreters import interpreters
from tests.workflow.project import REPOSITORY
from workflow_engine.provenance.closure import Sources
from workflow_engine.provenance.syntax import text_of

# what versions of Python are known to see differently, and everything else once
TRICKY = r"""
from __future__ import annotations
import a.b as c, d
from . import e
from ..f import g as h, i


@decorated(1)
class K(Base, metaclass=M, **more):
    x: int = 0
    y: str

    async def m(self, p, /, q=None, *r, s, t=None, **u) -> dict[str, int]:
        "A docstring, as far as this text goes."
        global w
        async with one() as two, three:
            async for v in four:
                await five
        return {**p, None: q, "k": [*r], "n": {s, t}}


def nothing():
    return


def f(*, a, b=None):
    nonlocal_ = lambda *z, k=1: (yield)
    yield from a
    del a[0], b.c
    assert a, "words"
    raise E from None


values = [1, True, 1.0, 1j, 0x1F, -1, 1_000, 1e999, None, ..., b"\xff", u"u", "\u2028", "\ud800"]
more = ["\U0001fae8", "\U0001fadf", "\U0001c000", "\xad", "ü", r"\d", "a" "b"]
plain = f"", f"text", f"a" "b", "a" f"b" "c", f"{x}", f"{{}}", f"{{{x}}}", f"{x}{y}" f"{z}"
formed = f"{x!r}", f"{x:>{width}.{places}f}", f"{x:}", f"{x!s:%Y-%m}", f"{x:{y}{z}}"
shown = f"{x=}", f"a{x = }b", f"{x=!r:^9}", f"{ x + 1 = :.3f}"
nested = f"{d['k']}{', '.join(f'{i:02d}' for i in n)}", f"{lambda_(a)[1:2]}", f"{(lambda a: a)}"
escaped = rf"\d{x}\n", f"\n{x}\t\N{DIGIT ONE}", f"{x:\t}", f"{x:é}", rf"{{{x}}}\{y}", f"a\\{x}"
longer = (
    f"one {x} "
    "two "
    f"three {y:{z}}"
    f"four"
)
nothing_else = (), [], {}, a[:], a[1:2, ::3], a[*b], x if y else z, not a, a and b or c, a < b <= c
comprehended = {k: v for k, v in a if b if c}, {i async for i in j}, (x := 1), print(*a, **b, c=1)
a @= b
a, *b = c = d
with (open(a) as b, open(c)):
    pass
while True:
    break
else:
    pass
for _ in ():
    continue
try:
    pass
except (A, B) as e:
    pass
else:
    pass
finally:
    pass
try:
    pass
except* C:
    pass
match a:
    case 1 | -1.5 | None | True | "s" if b:
        pass
    case {"k": v, **rest}:
        pass
    case K(1, y=[_, *others]) as whole:
        pass
    case _:
        pass
"""
GOLDEN = "0b9a337a6d1813fc9a9449e09b68c8c2bc9f59586e2615669a5b27f75097e739"

OTHERS = """
import json, sys
sys.path.insert(0, sys.argv[1])
import ast
from pathlib import Path
from workflow_engine.provenance.closure import Sources
from workflow_engine.provenance.syntax import text_of
sources = Sources(Path(sys.argv[1]))
modules = json.loads(sys.stdin.read())
print(json.dumps({
    "digests": {module: sources.module_digest(module) for module in modules},
    "closure": sorted(sources.closure(*modules)),
    "outside": sorted(sources.third_party(frozenset(modules))),
    "tricky": text_of(ast.parse(sys.argv[2])),
}))
"""


def text(source: str) -> str:
    """Return the text of some source."""
    return text_of(ast.parse(source))


def test_the_text_of_tricky_code_is_what_it_was() -> None:
    """Whoever changes it makes all records stale."""
    assert hashlib.sha256(text(TRICKY).encode()).hexdigest() == GOLDEN


@pytest.mark.dear
def test_all_modules_have_one_digest_under_all_pythons_here() -> None:
    src = REPOSITORY / "src"
    paths = [path.relative_to(src) for path in sorted((src / "compsparse").rglob("*.py"))]
    modules = [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]
    sources = Sources(src)
    expected = {
        "digests": {module: sources.module_digest(module) for module in modules},
        "closure": sorted(sources.closure(*modules)),
        "outside": sorted(sources.third_party(frozenset(modules))),
        "tricky": text(TRICKY),
    }
    others = interpreters()
    others.pop(".".join(map(str, sys.version_info[:3])), None)
    if not others:
        pytest.skip("no other supported Python starts on this machine")
    for version, executable in others.items():
        done = subprocess.run(
            [str(executable), "-I", "-B", "-c", OTHERS, str(src), TRICKY],
            input=json.dumps(modules),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{version}: {done.stderr}"
        assert json.loads(done.stdout) == expected, version


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(*, a): pass", "def f(*, a=None): pass"),
        ("{**a}", "{None: a}"),
        ("def f():\n return", "def f():\n return None"),
        ("x = 1", "x = True"),
        ("x = 1", "x = 1.0"),
        ("x = 0.0", "x = -0.0"),
        ("x = 1e999", "x = inf"),
        ("x = 'a'", "x = b'a'"),
        ("x = 'a'", "x = a"),
        ("x = ...", "x = Ellipsis"),
        ("x = '\\xe4'", "x = 'a'"),
        ("x = ()", "x = []"),
        ("x = (1,)", "x = 1"),
        ("x = 1, 2", "x = 1, (2,)"),
        ("a[1:]", "a[:1]"),
        ("a.b.c", "a.c.b"),
        ("a(b)", "a(*b)"),
        ("a(**b)", "a(*b)"),
        ("a(b=1)", "a(b, 1)"),
        ("import a as b", "import a, b"),
        ("from . import a", "from .. import a"),
        ("from . import a", "from .a import a"),
        ("x = f'{a}'", "x = f'{a!s}'"),
        ("x = f'{a}'", "x = f'{a:}'"),
        ("x = f'{a}'", "x = 'a'"),
        ("x = f'{a}'", "x = f'{{a}}'"),
        ("x = f'a{b}'", "x = f'{b}a'"),
        ("x = f'{\"a\"}'", "x = f'a'"),
        ("x = f'a'", "x = 'a'"),
        ("x: int", "x: int = None"),
        ("a < b < c", "(a < b) < c"),
        ("a if b else c", "b if a else c"),
        ("class A(B): pass", "class A(metaclass=B): pass"),
        ("lambda a, /: 0", "lambda a: 0"),
        ("for a in b: pass", "for a in b: pass\nelse: pass"),
        ("match a:\n case None: pass", "match a:\n case True: pass"),
        ("match a:\n case b: pass", "match a:\n case _: pass"),
        ("async def f(): pass", "def f(): pass"),
        ("global_ = 1", "Global_ = 1"),
    ],
)
def test_other_code_has_another_text(one: str, other: str) -> None:
    assert text(one) != text(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = f'a{b}' 'c' f'd'", "x = f'a{b}cd'"),
        ("x = ''  f'{a}' ''", "x = f'{a}'"),
        ("x = 'ab'", "x = 'a' 'b'"),
        ("x = 'ä'", "x = '\\xe4'"),
        ("x = 16", "x = 0x10"),
        ("x = (1)\n\n\ny = 2", "x = 1; y = 2"),
    ],
)
def test_other_spellings_have_the_same_text(one: str, other: str) -> None:
    assert text(one) == text(other)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
@pytest.mark.parametrize(
    ("one", "other"), [("def f[T](): pass", "def f(): pass"), ("type A = B", "A = B")]
)
def test_what_only_later_pythons_know_counts_there(one: str, other: str) -> None:
    assert text(one) != text(other)
