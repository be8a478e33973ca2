"""Pages of the API reference, written before each build from `__all__` of the public modules.

A class has a page; functions that are defined in the same file share one; a module has a page with
its docstring and a table of what it holds. No list of names is kept by hand.
"""

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

MODULES = [
    "entrostream",
    "entrostream.tree",
    "entrostream.plot",
    "entrostream.pandas",
    "entrostream.polars",
    "entrostream.duckdb",
    "entrostream.river",
    "entrostream.sklearn",
    "entrostream.spark",
    "entrostream.formulas",
]
FOLDER = Path("docs") / "api"
SET_REQUEST = re.compile(r"set_\w+_request")  # scikit-learn adds these to each of its classes


def setup(app):
    """Write the pages before Sphinx looks for its sources."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / FOLDER))
    return {"parallel_read_safe": True}


def write_pages(folder):
    """Write the pages of all modules, and remove those of names that are gone."""
    pages = {}
    for name in MODULES:
        pages |= module_pages(name)
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.rst"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")  # an unchanged page is not read again


def public_names(module):
    """Return the names that a module exports, and for each the object."""
    return {name: getattr(module, name) for name in sorted(module.__all__, key=str.lower)}


def module_pages(name):
    """Return the pages of a module, by the names of their files."""
    things = public_names(import_module(name))
    classes = [each for each, thing in things.items() if inspect.isclass(thing)]
    groups = {}
    for each, thing in things.items():
        if inspect.isfunction(thing):
            groups.setdefault(thing.__module__.rpartition(".")[2], []).append(each)
    submodules = [
        f"{name}.{each}"
        for each, thing in things.items()
        if isinstance(thing, ModuleType) and f"{name}.{each}" not in MODULES
    ]

    pages = {f"{name}.{each}.rst": class_page(name, each, things[each]) for each in classes}
    for group, functions in groups.items():
        pages[f"{name}-{group}.rst"] = functions_page(name, group, functions)
    for submodule in submodules:
        pages[f"{submodule}.rst"] = submodule_page(submodule)
    children = sorted((page.removesuffix(".rst") for page in pages), key=page_order)
    pages[f"{name}.rst"] = module_page(name, things, children)
    return pages


def page_order(page):
    """Sort classes before groups of functions, and each by name."""
    return "-" in page, page.lower()


def title(text):
    """Return a heading in reStructuredText."""
    return f"{text}\n{'=' * len(text)}\n\n"


def directive(name, argument="", options=(), body=()):
    """Return a directive in reStructuredText."""
    lines = [f".. {name}:: {argument}".rstrip(), *(f"   {each}" for each in options), ""]
    return "\n".join([*lines, *(f"   {each}" for each in body), "", ""])


def module_page(name, things, children):
    """Return the page of a module: its docstring, a table of its names, the pages below it."""
    names = [each for each, thing in things.items() if thing.__doc__]
    return (
        title(name)
        + directive("automodule", name, [":no-members:"])
        + directive("autosummary", options=[":nosignatures:"], body=names)
        + directive("toctree", options=[":hidden:"], body=children)
    )


def submodule_page(name):
    """Return the page of a module that another one exports: all it holds, on one page."""
    return title(name) + directive("automodule", name, [":members:"])


def class_page(module, name, cls):
    """Return the page of a class, without what it has from other libraries.

    The fields of a tuple are described in the docstring of its class.
    """
    foreign = {b.__name__ for b in cls.__mro__ if not b.__module__.startswith("entrostream")}
    options = [":members:", f":inherited-members: {', '.join(sorted(foreign))}"]
    if left_out := [*getattr(cls, "_fields", ()), *filter(SET_REQUEST.fullmatch, vars(cls))]:
        options.append(f":exclude-members: {', '.join(left_out)}")
    return title(name) + directive("autoclass", f"{module}.{name}", options)


def functions_page(module, group, functions):
    """Return the page of the functions of one file."""
    few = len(functions) <= 3
    heading = ", ".join(functions) if few else f"Functions: {group.replace('_', ' ')}"
    each = [directive("autofunction", f"{module}.{name}") for name in functions]
    return title(heading) + "".join(each)
