"""Signatures of Python functions and classes with their annotations, as they are written.

Autodoc would show every overload, or the values of each alias: `measures: Measure` as the names of
all measures, twice. A signature as it is written has one line per parameter; the choices are in the
section Parameters.
"""

import inspect


def setup(app):
    """Let autodoc ask for the signature of each object that it documents."""
    app.connect("autodoc-process-signature", signature_of)
    return {"parallel_read_safe": True}


def signature_of(app, what, name, thing, options, signature, returns):
    """Return the parameters and the return type of what Python defines; None for all else."""
    if signature is None or not is_defined_in_python(thing):
        return None
    written = inspect.signature(thing)
    parameters = [
        each.replace(annotation=as_written(each.annotation))
        for name, each in written.parameters.items()
        if name != "self"
    ]
    arguments = written.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    returned = written.return_annotation
    shown = None if inspect.isclass(thing) or returned is written.empty else str(returned)
    return str(arguments), shown


def is_defined_in_python(thing):
    """Say whether a function or the constructor of a class has annotations of its own."""
    if inspect.isclass(thing):
        return inspect.isfunction(thing.__init__) or hasattr(thing, "_fields")
    return inspect.isfunction(inspect.unwrap(getattr(thing, "__func__", thing)))


class AsWritten(str):
    """An annotation that is shown without the quotes of a string."""

    def __repr__(self):
        return str(self)


def as_written(annotation):
    """Return an annotation, which is a string where annotations are not evaluated."""
    return AsWritten(annotation) if isinstance(annotation, str) else annotation
