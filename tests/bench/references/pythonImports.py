"""Prints, for each file named on standard input, the files it imports, as a line of JSON."""

import ast
import json
import os
import sys
from importlib.machinery import PathFinder

root = os.path.realpath(sys.argv[1])


def project_roots():
    found = [root]
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if not name.startswith(".") and name != "node_modules"]
        if {"pyproject.toml", "setup.py", "setup.cfg", "manage.py"} & set(files):
            found.append(folder)
    return [os.path.join(each, below) for each in found for below in ("", "src", "lib")]


PROJECTS = [each.rstrip("/") for each in project_roots() if os.path.isdir(each)]
STANDARD = [each for each in sys.path if each and "site-packages" not in each]


def script_root(folder):
    """Where a script or a test without a package looks first, as pytest does."""
    while folder != root and os.path.exists(os.path.join(folder, "__init__.py")):
        folder = os.path.dirname(folder)
    return folder


def find(name, path):
    """The file of a module, and where its own modules are."""
    spec = None
    where = path
    for part in name.split("."):
        if where is None:
            return None, None
        spec = PathFinder.find_spec(part, list(where))
        if spec is None:
            return None, None
        where = spec.submodule_search_locations
    origin = spec.origin if spec.origin and spec.origin.endswith(".py") else None
    return origin, where


def targets_of(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    folder = os.path.dirname(path)
    search = [script_root(folder), *PROJECTS, *STANDARD]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield find(alias.name, search)[0]
        elif isinstance(node, ast.ImportFrom):
            if node.level > 0:
                base = folder
                for _ in range(node.level - 1):
                    base = os.path.dirname(base)
                if node.module:
                    origin, where = find(node.module, [base])
                else:
                    own = os.path.join(base, "__init__.py")
                    origin, where = (own if os.path.exists(own) else None), [base]
            else:
                origin, where = find(node.module, search)
            for alias in node.names:
                inner = find(alias.name, where)[0] if where and alias.name != "*" else None
                yield inner or origin


for line in sys.stdin.read().split("\n"):
    path = os.path.join(root, line)
    try:
        found = {os.path.relpath(os.path.realpath(each), root) for each in targets_of(path) if each}
    except (SyntaxError, ValueError):
        continue
    print(json.dumps([line, sorted(found)]))
