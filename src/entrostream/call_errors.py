"""Arguments that do not fit, in Python's own words.

The compiled core requests the message when a call of one of its functions cannot be made.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from difflib import get_close_matches
from reprlib import repr as repr_short
from typing import Any

__all__ = ["explain"]

# What annotations of builtin types accept.
ACCEPTED: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "bool": (bool,),
    "bytes": (bytes,),
    "None": (type(None),),
}


def explain(function: Any, by_place: list[Any], by_name: dict[str, Any]) -> str | None:
    """Return what is wrong with the arguments of a call, None if that is not known.

    >>> es.Tally(mising="skip")
    Traceback (most recent call last):
    TypeError: Tally.__init__() got an unexpected keyword argument 'mising'. Did you mean 'missing'?
    """
    # Defaults are numbered there, with a backslash.
    signature = re.sub(r"\\\d+", "None", function.__nb_signature__[0][0])
    return explain_by(signature, function.__qualname__, by_place, by_name)


def explain_by(
    signature: str, name: str, by_place: list[Any], by_name: dict[str, Any]
) -> str | None:
    """Return the same for the function of a name, by its signature `def ...`."""
    (definition,) = ast.parse(signature + ": ...").body
    assert isinstance(definition, ast.FunctionDef)
    arguments = definition.args
    call = twin_of(arguments, name)
    try:
        given = call(*by_place, **by_name)
    except TypeError as error:
        return str(error) + suggestion(str(error), arguments)
    return wrong_type(arguments, given, name)


def twin_of(arguments: ast.arguments, name: str) -> Callable[..., dict[str, Any]]:
    """Return a function of Python with these parameters that returns what it is given."""
    plain = ast.parse(f"lambda {without_annotations(arguments)}: locals()", mode="eval")
    twin: Callable[..., dict[str, Any]] = eval(compile(plain, "<signature>", "eval"))
    twin.__qualname__ = name
    return twin


def without_annotations(arguments: ast.arguments) -> str:
    """Return the parameters as they stand in a lambda."""
    bare = ast.parse(f"def f({ast.unparse(arguments)}): ...").body[0]
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
    assert isinstance(bare, ast.FunctionDef)
    return ast.unparse(bare.args)


def all_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters but for self, in their order."""
    return [
        each
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        if each.arg not in ("self", "cls", "type")
    ]


def suggestion(message: str, arguments: ast.arguments) -> str:
    """Return the name that was meant, if one is close; Python says so itself from 3.13 on."""
    unknown = re.search(r"unexpected keyword argument '(\w+)'$", message)
    if unknown is None:
        return ""
    close = get_close_matches(unknown[1], [each.arg for each in all_parameters(arguments)], n=1)
    return f". Did you mean {close[0]!r}?" if close else ""


def wrong_type(arguments: ast.arguments, given: dict[str, Any], name: str) -> str | None:
    """Return which argument is not of the type that its annotation says."""
    for each in all_parameters(arguments):
        annotation = "" if each.annotation is None else ast.unparse(each.annotation)
        kinds = annotation.split(" | ")
        if each.arg not in given or not all(kind in ACCEPTED for kind in kinds):
            continue
        value = given[each.arg]
        if not isinstance(value, tuple(type_ for kind in kinds for type_ in ACCEPTED[kind])):
            what = f"{repr_short(value)} ({type(value).__name__})"
            return f"{name}() argument {each.arg!r} must be {annotation}, got {what}"
    return None
