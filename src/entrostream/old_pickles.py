"""Classes under the names that they have in pickles of earlier versions.

A pickle contains the name of its class, so the package must provide an object with that name.
The objects here only serve pickle: they make instances of the current class and cannot be called.
"""

from __future__ import annotations

from typing import Any, NoReturn

from entrostream._core import ADWIN

__all__ = ["CLASSES"]


class OnlyForPickles(type):
    """The type of these classes: calls raise TypeError."""

    current: type  # the class under its name of today

    def __call__(cls, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(
            f"{cls.__name__} is a name in old pickles; the class is {cls.current.__name__}"
        )


class Adwin(metaclass=OnlyForPickles):
    """The old name of ADWIN."""

    current = ADWIN

    def __new__(cls) -> Any:
        """Return what pickle fills with the state; pickle does not call the class."""
        return ADWIN.__new__(ADWIN)


CLASSES: dict[str, type] = {"Adwin": Adwin}
