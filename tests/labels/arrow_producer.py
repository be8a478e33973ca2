"""A producer of the Arrow C data interface made by hand, whose structures may say anything."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p, pointer


class Schema(ctypes.Structure):
    """As the specification lays it out."""


class Array(ctypes.Structure):
    """As the specification lays it out."""


class Stream(ctypes.Structure):
    """As the specification lays it out."""


RELEASE = {kind: CFUNCTYPE(None, POINTER(kind)) for kind in (Schema, Array, Stream)}
Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", POINTER(Schema)),
    ("release", RELEASE[Schema]),
    ("private_data", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", POINTER(Array)),
    ("release", RELEASE[Array]),
    ("private_data", c_void_p),
]
GET_SCHEMA = CFUNCTYPE(c_int, POINTER(Stream), POINTER(Schema))
GET_NEXT = CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))
GET_LAST_ERROR = CFUNCTYPE(c_void_p, POINTER(Stream))
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", GET_LAST_ERROR),
    ("release", RELEASE[Stream]),
    ("private_data", c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [c_void_p, c_char_p, c_void_p]

# Structures, buffers and callbacks live as long as the tests do: who reads what was released
# reads wrong values then, rather than memory that is gone.
ALIVE = []
released = []  # the structures whose release was called, in this order


def kept(thing):
    ALIVE.append(thing)
    return thing


def release_of(kind):
    """Return a callback that notes what it releases, and marks it."""

    def release(at):
        released.append(kind.__name__)
        at.contents.release = RELEASE[kind]()

    return kept(RELEASE[kind](release))


RELEASES = {kind: release_of(kind) for kind in (Schema, Array, Stream)}


def pointers(kind, structures):
    """Return an array of pointers; None for a pointer to nothing."""
    array = (POINTER(kind) * len(structures))()
    for place, structure in enumerate(structures):
        if structure is not None:
            array[place] = pointer(structure)
    return ctypes.cast(kept(array), POINTER(POINTER(kind)))


def schema(format, /, *, children=(), dictionary=None, **changes):
    """Return a schema; `changes` set its fields to anything else."""
    made = kept(Schema(format=format, n_children=len(children), release=RELEASES[Schema]))
    if children:
        made.children = pointers(Schema, children)
    if dictionary is not None:
        made.dictionary = pointer(dictionary)
    return changed(made, changes)


def array(length, buffers, /, *, children=(), dictionary=None, **changes):
    """Return an array of these buffers (bytes, or None for a pointer to nothing)."""
    made = kept(Array(length=length, n_buffers=len(buffers), release=RELEASES[Array]))
    made.n_children = len(children)
    places = (c_void_p * max(1, len(buffers)))()
    for place, data in enumerate(buffers):
        if data is not None:
            places[place] = ctypes.addressof(
                kept(ctypes.create_string_buffer(data, len(data) + 64))
            )
    made.buffers = ctypes.cast(kept(places), POINTER(c_void_p))
    if children:
        made.children = pointers(Array, children)
    if dictionary is not None:
        made.dictionary = pointer(dictionary)
    return changed(made, changes)


def changed(structure, changes):
    """Set fields; None is a pointer to nothing."""
    for name, value in changes.items():
        kind = dict(structure._fields_)[name]
        setattr(structure, name, kind() if value is None and kind is not c_char_p else value)
    return structure


def capsule(structure, name):
    return new_capsule(ctypes.addressof(structure), kept(name), None)


class Column:
    """What hands these structures over, the same each time."""

    def __init__(self, schema, array, names=(b"arrow_schema", b"arrow_array")):
        self.given = (capsule(schema, names[0]), capsule(array, names[1]))

    def __len__(self):  # trees want to know it beforehand
        return 3

    def __arrow_c_array__(self, requested_schema=None):
        return self.given


class Streamed:
    """The same by a stream; `fails` says at which call it does."""

    def __init__(self, schema, *arrays, fails=None, error=b"the disk is gone", **changes):
        left = list(arrays)

        def get_schema(_, into):
            if fails == "get_schema":
                return 5
            into[0] = schema
            return 0

        def get_next(_, into):
            if fails == "get_next":
                return 5
            into[0] = left.pop(0) if left else Array()
            return 0

        text = None if error is None else kept(ctypes.create_string_buffer(error))
        made = kept(
            Stream(
                get_schema=kept(GET_SCHEMA(get_schema)),
                get_next=kept(GET_NEXT(get_next)),
                get_last_error=kept(
                    GET_LAST_ERROR(lambda _: None if text is None else ctypes.addressof(text))
                ),
                release=RELEASES[Stream],
            )
        )
        self.given = capsule(changed(made, changes), b"arrow_array_stream")

    def __len__(self):
        return 3

    def __arrow_c_stream__(self, requested_schema=None):
        return self.given
