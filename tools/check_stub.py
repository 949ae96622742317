"""Check the stub of the extension, written by hand, against the extension itself.

    python tools/check_stub.py src/subwords/native/_core.pyi

nanobind generates a stub from the signatures that it has registered. The committed stub has better
types (`list[str]` where nanobind sees `object`), so it is compared in what nanobind knows exactly:
the names of classes, functions, methods and attributes, and the number and names of parameters.
"""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

MODULE = "subwords.native._core"
# What every class has; a stub need not repeat it.
INHERITED = frozenset(vars(object)) - {"__init__"}
Names = dict[str, list[str] | None]


def generated_stub() -> str:
    """The stub that nanobind makes of the installed extension."""
    generator = StubGen(module=importlib.import_module(MODULE))
    generator.put(generator.module)
    text: str = generator.get()
    return text


def names_of(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Names:
    """Every public name, dotted, with its parameters where it is a function."""
    found: Names = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[prefix + node.name] = None
            found |= names_of(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and node.name not in INHERITED:
            is_property = any(
                isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list
            )
            found[prefix + node.name] = None if is_property else parameters(node)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[prefix + node.target.id] = None
    return found


def parameters(node: ast.FunctionDef) -> list[str]:
    """The names of the parameters; "" where the extension gave none."""
    arguments = node.args
    unnamed = [""] * len(arguments.posonlyargs)
    named = [argument.arg for argument in [*arguments.args, *arguments.kwonlyargs]]
    # In a method, nanobind writes `self` before the slash too.
    return [*unnamed, *named]


def differences(written: Names, generated: Names) -> list[str]:
    """What is in one and not in the other, and parameters that do not fit."""
    found = [f"{name}: in the extension, not in the stub" for name in generated.keys() - written]
    found += [f"{name}: in the stub, not in the extension" for name in written.keys() - generated]
    for name in written.keys() & generated.keys():
        ours, theirs = written[name], generated[name]
        if (ours is None) != (theirs is None):
            found.append(f"{name}: a function on one side only")
        elif ours is not None and theirs is not None and not _fit(ours, theirs):
            found.append(f"{name}: parameters {ours} in the stub, {theirs} in the extension")
    return sorted(found)


def _fit(ours: list[str], theirs: list[str]) -> bool:
    return len(ours) == len(theirs) and all(
        a == b or "" in (a, b) for a, b in zip(ours, theirs, strict=True)
    )


def main() -> int:
    """Compare and report; 1 where anything differs."""
    path = Path(sys.argv[1])
    written = names_of(ast.parse(path.read_text(encoding="utf-8")))
    found = differences(written, names_of(ast.parse(generated_stub())))
    for line in found:
        print(f"{path}: {line}")
    print(f"{path}: {len(written)} names, {len(found)} differences")
    return 1 if found or not written else 0


if __name__ == "__main__":
    sys.exit(main())
