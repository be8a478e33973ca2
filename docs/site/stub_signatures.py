"""Signatures of compiled classes and methods, from the stub that the package carries.

Compiled methods show Python only a part of their signature, or none. The stub has all of it, with
types and defaults, so autodoc takes it from there.
"""

import ast
from importlib.resources import files


def setup(app):
    """Let autodoc ask for the signature of each object that it documents."""
    signatures = read_signatures(files("entrostream").joinpath("_core.pyi").read_text())

    def signature_of(app, what, name, thing, options, signature, returns):
        # Sphinx replaces a signature that it has found, but fails where it has found none.
        return signatures.get(name) if signature is not None else None

    app.connect("autodoc-process-signature", signature_of)
    return {"parallel_read_safe": True}


def read_signatures(stub):
    """Return arguments and return type of each method, and of each class, by its full name."""
    signatures = {}
    for cls in ast.parse(stub).body:
        if not isinstance(cls, ast.ClassDef):
            continue
        for method in cls.body:
            if isinstance(method, ast.FunctionDef) and not is_property(method):
                arguments, returns = signature(method)
                if method.name == "__init__":
                    signatures[f"entrostream.{cls.name}"] = arguments, None
                else:
                    signatures[f"entrostream.{cls.name}.{method.name}"] = arguments, returns
    return signatures


def is_property(method):
    """Say whether a function of the stub is read without a call."""
    return any(getattr(each, "id", None) == "property" for each in method.decorator_list)


def signature(method):
    """Return the arguments, without self or cls, and the return type, as they are written."""
    arguments = method.args
    bound = arguments.posonlyargs or arguments.args
    if bound and bound[0].arg in ("self", "cls"):
        del bound[0]
    returns = ast.unparse(method.returns) if method.returns else None
    return f"({ast.unparse(arguments)})", returns
