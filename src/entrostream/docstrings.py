"""Docstrings of functions that share parameters: each text is written once."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

__all__ = [
    "complete",
    "complete_methods",
    "entries",
    "parameters_described_by",
    "parameters_of",
    "sections_of",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

ORDER = ("Parameters", "Attributes", "Returns", "Raises", "Examples")  # of NumPy's docstrings
HEADING = re.compile(r"^(\w+)\n-+\n", re.MULTILINE)
RAISES = """\
TypeError, ValueError
    If an argument, or the values of a column, are not as described; the message has the value
    and the limit.
"""


def entries(text: str) -> dict[str, str]:
    r"""Return the entries of a section by their names.

    >>> from entrostream.docstrings import entries
    >>> entries("x : int\n    A number.\n")
    {'x': 'x : int\n    A number.'}
    """
    found = re.split(r"\n(?=\S)", textwrap.dedent(text).strip())
    return {entry.split(" : ")[0]: entry.rstrip() for entry in found if entry}


def sections_of(text: str) -> tuple[str, dict[str, str]]:
    r"""Return what a docstring says before its sections, and the sections by their headings.

    >>> from entrostream.docstrings import sections_of
    >>> sections_of("Add.\n\nReturns\n-------\nint\n    The sum.\n")
    ('Add.\n\n', {'Returns': 'int\n    The sum.'})
    """
    head, *parts = HEADING.split(inspect.cleandoc(text))
    return head, dict(zip(parts[::2], parts[1::2], strict=True))


def parameters_described_by(thing: object) -> dict[str, str]:
    """Return the entries of the section Parameters of a docstring, none if it has no such section.

    >>> from entrostream.docstrings import parameters_described_by
    >>> list(parameters_described_by(es.SlidingWindow))
    ['size', 'missing']
    """
    return entries(sections_of(thing.__doc__ or "")[1].get("Parameters", ""))


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters of a function, a method or a class, without self."""
    return [name for name in inspect.signature(function).parameters if name != "self"]


def complete(
    parameters: Mapping[str, str], *, returns: str = "", raises: str = RAISES
) -> Callable[[Function], Function]:
    """Return a decorator that adds what a docstring lacks: shared parameters, Returns and Raises.

    Every parameter of the function needs an entry, in its docstring or in `parameters`. An empty
    text adds no section.
    """
    shared = {"Returns": returns, "Raises": raises}

    def decorate(function: Function) -> Function:
        if function.__doc__ is not None:  # python -OO has none
            function.__doc__ = completed(function, parameters, shared)
        return function

    return decorate


def complete_methods(
    parameters: Mapping[str, str],
    *,
    of: str = "",
    returns: Callable[[Callable[..., Any]], str] = lambda method: "",
) -> Callable[[Class], Class]:
    """Return a decorator that does the same for the public methods of a class.

    `of` is the class that users know, where this one is a part of it: errors of Python name it.
    """

    def decorate(cls: Class) -> Class:
        for name, method in vars(cls).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                complete(parameters, returns=returns(method))(method)
                method.__qualname__ = f"{of or cls.__qualname__}.{name}"
        return cls

    return decorate


def completed(
    function: Callable[..., Any], parameters: Mapping[str, str], shared: Mapping[str, str]
) -> str:
    """Return the docstring of a function with all its sections."""
    head, sections = sections_of(function.__doc__ or "")
    known = {**parameters, **entries(sections.pop("Parameters", ""))}
    names = parameters_of(function)
    sections = {name: text for name, text in shared.items() if text} | sections
    if names:
        sections["Parameters"] = "\n".join(known[name] for name in names)
    written = [
        f"{name}\n{'-' * len(name)}\n{sections[name].strip()}" for name in ORDER if name in sections
    ]
    return "\n\n".join([head.strip(), *written]) + "\n"
