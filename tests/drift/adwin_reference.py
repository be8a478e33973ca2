"""ADWIN in plain Python: the window itself, its buckets as sizes and sums, no tricks."""

from math import log, sqrt


class PlainAdwin:
    """The rule of MOA and river over a list of the values held."""

    def __init__(self, delta=0.002, clock=32, max_buckets=5, min_window_length=5, grace_period=10):
        self.delta, self.clock, self.max_buckets = delta, clock, max_buckets
        self.least, self.grace = min_window_length, grace_period
        self.values = []
        self.buckets = []  # (size, sum), oldest first
        self.seen = 0
        self.changes = []  # (position, found, before, after)

    def update(self, value):
        """Take in one value; return whether a change was found."""
        self.seen += 1
        self.values.append(value)
        self.buckets.append((1, value))
        self._merge()
        if self.seen % self.clock or len(self.values) <= self.grace:
            return False
        gone = []
        while self._differs():
            size, _ = self.buckets.pop(0)
            gone += self.values[:size]
            del self.values[:size]
        if gone:
            position = self.seen - len(self.values)
            means = sum(gone) / len(gone), sum(self.values) / len(self.values)
            self.changes.append((position, self.seen, *means))
        return bool(gone)

    def _merge(self):
        size = 1
        while sum(s == size for s, _ in self.buckets) > self.max_buckets:
            first = next(i for i, (s, _) in enumerate(self.buckets) if s == size)
            (_, a), (_, b) = self.buckets[first : first + 2]
            self.buckets[first : first + 2] = [(2 * size, a + b)]
            size *= 2

    def _differs(self):
        n, total = len(self.values), sum(self.values)
        mean = total / n
        variance = sum((value - mean) ** 2 for value in self.values) / n
        n0, u0 = 0, 0.0
        for size, bucket in self.buckets[:-1]:
            n0, u0 = n0 + size, u0 + bucket
            n1, u1 = n - n0, total - u0
            if min(n0, n1) < self.least:
                continue
            d = log(2 * log(n) / self.delta)
            m = 1 / (n0 - self.least + 1) + 1 / (n1 - self.least + 1)
            if abs(u0 / n0 - u1 / n1) > sqrt(2 * m * variance * d) + 2 / 3 * d * m:
                return True
        return False
