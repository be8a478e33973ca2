"""Signatures of compiled functions, for `inspect.signature` and `help`.

The compiled core asks for one when the attribute `__signature__` of a function is read, or, in
Python 3.10, that of a class.
"""

from __future__ import annotations
import __future__

import inspect
import re
import types
from typing import Any

__all__ = ["signature_of", "signature_of_class"]

ARRAY = re.compile(r"ndarray\[[^\[\]]*\]")  # nanobind's, whose parts are not Python
MODULES = re.compile(r"\b(collections\.abc|typing|typing_extensions|numpy\.typing)\.")


def signature_of(function: Any) -> inspect.Signature:
    """Return the signature of a compiled function; that of a bound method has no `self`.

    >>> import inspect
    >>> inspect.signature(es.SlidingWindow(3).update_many)
    <Signature (labels: 'Iterable[Any]') -> 'None'>
    """
    # Defaults that are not in the text are numbered there, with a backslash.
    text, _, defaults = function.__nb_signature__[0]
    text = MODULES.sub("", ARRAY.sub("ndarray", text))
    definition = re.sub(r"\\(\d+)", r"defaults[\1]", text) + ": ..."
    signature = inspect.signature(twin_of(definition, {"defaults": defaults}))
    return without_self(signature) if hasattr(function, "__self__") else signature


def signature_of_class(cls: Any) -> inspect.Signature:
    """Return the signature of a compiled class: that of its `__init__`, without `self`.

    Only Python 3.10 asks for it, and finds those of subclasses by itself.
    """
    if not isinstance(vars(cls).get("__new__"), types.BuiltinFunctionType):
        raise AttributeError("__signature__")
    return without_self(signature_of(cls.__init__))


def without_self(signature: inspect.Signature) -> inspect.Signature:
    """Return the signature of a bound method."""
    _, *parameters = signature.parameters.values()
    return signature.replace(parameters=parameters)


def twin_of(definition: str, namespace: dict[str, Any]) -> Any:
    """Return a function of Python with this definition, whose annotations are strings."""
    flags = __future__.annotations.compiler_flag
    before = set(namespace)
    exec(compile(definition, "<signature>", "exec", flags), namespace)
    (name,) = set(namespace) - before - {"__builtins__"}
    return namespace[name]
