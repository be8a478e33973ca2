"""Signatures of compiled functions, for `inspect.signature` and `help`.

The compiled core asks for one when the attribute `__signature__` of a function is read.
"""

from __future__ import annotations
import __future__

import inspect
import re
from typing import Any

__all__ = ["signature_of"]

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
    if not hasattr(function, "__self__"):
        return signature
    _, *parameters = signature.parameters.values()
    return signature.replace(parameters=parameters)


def twin_of(definition: str, namespace: dict[str, Any]) -> Any:
    """Return a function of Python with this definition, whose annotations are strings."""
    flags = __future__.annotations.compiler_flag
    before = set(namespace)
    exec(compile(definition, "<signature>", "exec", flags), namespace)
    (name,) = set(namespace) - before - {"__builtins__"}
    return namespace[name]
