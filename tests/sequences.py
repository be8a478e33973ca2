"""Lists of values from small collections, drawn by Hypothesis as one string.

The same lists as `st.lists(st.sampled_from(values))`, in a fraction of the time: Hypothesis draws
a string as a whole, and a list element by element. Drawing took a third of the time of the laws.
"""

from itertools import product

from hypothesis import strategies as st

FIRST = 0x100  # the character of the first value


def sequences(*columns, min_size=0, max_size):
    """Return lists of the values of one collection, or of tuples with a value of each."""
    values = list(columns[0] if len(columns) == 1 else product(*columns))
    alphabet = "".join(chr(FIRST + place) for place in range(len(values)))
    strings = st.text(alphabet, min_size=min_size, max_size=max_size)
    return strings.map(lambda string: [values[ord(character) - FIRST] for character in string])
