"""Pickles of the first format: tuples of parameters, labels, amounts and events.

Nothing writes them any more, so tests of damaged ones begin with a tuple from here.
"""

import io
import pickle
from pathlib import Path

import numpy as np

PICKLES = Path(__file__).parent / "version_1" / "pickles"


class Recorder:
    """Stands in for a class of ours, and only remembers its state."""

    def __setstate__(self, state):
        self.state = state


class Reading(pickle.Unpickler):
    """Reads a pickle with recorders in place of our classes."""

    def find_class(self, module, name):
        return Recorder if module.startswith("entrostream") else super().find_class(module, name)


def tuple_in(name):
    """Return the tuple in a pickle of the first format."""
    return Reading(io.BytesIO((PICKLES / f"{name}.pickle").read_bytes())).load().state


def places(*codes):
    """Return indices of labels as a pickle carries them."""
    return np.array(codes, dtype="<u4").tobytes()


def events(times, codes, counts):
    """Return the events of a time window as a pickle carries them."""
    return (
        np.array(times, dtype="<i8").tobytes(),
        places(*codes),
        np.array(counts, dtype="<u8").tobytes(),
    )


def clock(span, now):
    """Return the parts of a clock in seconds, in nanoseconds."""
    return (span, 0, "raise", "raise", 1, now, 0)
