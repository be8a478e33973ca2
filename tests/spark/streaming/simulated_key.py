"""One key of a stream in Spark's place: a dictionary of panes and a set of timers."""

from entrostream.spark.streaming.panes import NEW, PanedKey


class Panes(dict):
    """A store of panes."""

    get = dict.__getitem__
    put = dict.__setitem__
    starts = dict.keys
    remove = dict.__delitem__

    def items(self):
        """Return the panes out of order."""
        return iter(sorted(super().items(), reverse=True))


class SimulatedKey:
    """Triggers as Spark runs them: rows by the watermark so far, then the timers that expired."""

    def __init__(self, rule):
        self.rule, self.store, self.progress, self.timers = rule, Panes(), NEW, set()

    def trigger(self, times, labels, watermark, read, early=None):
        """Return the windows that a trigger completes."""
        found = []
        if len(times):
            key = self._key(watermark)
            found += key.complete(read)
            panes = key.add(times, labels)
            if early is not None:
                early.extend(key.changed(panes, read))
            self.progress = key.progress
        for timer in self._old(watermark):
            key = self._key(watermark)
            found += key.complete(read)
            self.progress = key.progress
            self.timers.discard(timer)
        return found

    def _old(self, watermark):
        return sorted(timer for timer in self.timers if timer <= watermark)

    def _key(self, watermark):
        def register(timer):
            assert timer > watermark, "Spark refuses it"
            self.timers.add(timer)

        return PanedKey(self.rule, self.store, self.progress, watermark, register)
