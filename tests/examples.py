"""How many examples a property is tested on, in proportion to the profile (`conftest.py`)."""

from hypothesis import settings

ORDINARY = 60  # of the profile that `make test` uses


def examples(number, **more):
    """Return settings for `number` examples in `make test`, and in proportion in other runs.

    For properties of which one example takes long, or that need more than others.
    """
    return settings(max_examples=max(number * settings().max_examples // ORDINARY, 1), **more)
