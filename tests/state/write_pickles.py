"""Writes the pickles of a fixed list of objects: `python -m tests.state.write_pickles DIRECTORY`.

Like tests.state.write_states: run once per format, and the files stay as they are, so that every
later entrostream must read them.
"""

import pickle
import sys
from pathlib import Path

from tests.state.pickled_objects import OBJECTS
from tests.state.write_states import is_written

PROTOCOL = 4


def main(directory):
    """Write one file for each object that has none yet in any version."""
    for name, make in OBJECTS.items():
        path = Path(directory) / f"{name}.pickle"
        if not is_written(f"pickles/{name}.pickle"):
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_bytes(pickle.dumps(make(), PROTOCOL))


if __name__ == "__main__":
    main(*sys.argv[1:])
