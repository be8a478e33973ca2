"""What the package registers: the public classes and the measures, for all tests to walk.

The compiled classes are listed once, in bindings/module.cpp, and the measures in
core/counts/measure.hpp and core/tables/table_measure.hpp.
"""

import inspect

import entrostream as es
from entrostream import _core

COMPILED = [getattr(es, name) for name in _core.__all__]
SUMMARIES = [cls for cls in COMPILED if not issubclass(cls, Exception)]
OF_PAIRS = [cls for cls in SUMMARIES if hasattr(cls, "mutual_information")]
SKETCHES = [cls for cls in SUMMARIES if hasattr(cls, "is_exact")]
OF_LABELS = [cls for cls in SUMMARIES if hasattr(cls, "entropy") and cls not in SKETCHES]
OF_SIDES = [cls for cls in SUMMARIES if hasattr(cls, "divergence")]  # a window and a reference
OF_NUMBERS = [cls for cls in SUMMARIES if cls not in OF_PAIRS + OF_LABELS + OF_SIDES + SKETCHES]
CLASSES = [each for name in es.__all__ if inspect.isclass(each := getattr(es, name))]

MEASURES = _core.MEASURES
PAIR_MEASURES = _core.PAIR_MEASURES


def registered(cls):
    """Return the registered class that a class is, or is derived from."""
    return next(base for base in cls.__mro__ if base in COMPILED)


def names(classes):
    """Return the names of classes, for a failure to show."""
    return sorted(cls.__name__ for cls in classes)


def public(names):
    """Return the names that are meant for users, in order."""
    return sorted(name for name in names if not name.startswith("_"))
