"""Labels whose own code runs while a summary is at work."""

BUSY = "summary is busy: it was called by a label's own code or another thread while at work"


class Label:
    """A label that runs code of its choice when it is hashed or compared. All share one hash."""

    def __init__(self, name, hashed=None, compared=None):
        self.name = name
        self.hashed = hashed
        self.compared = compared

    def __hash__(self):
        if self.hashed:
            self.hashed()
        return 17

    def __eq__(self, other):
        for label in (self, other):
            if label.compared:
                label.compared()
        return self.name == other.name


class Pairs(list):
    """A mapping that never hashes its keys."""

    def items(self):
        return self


class OopsError(Exception):
    """What a label raises."""
