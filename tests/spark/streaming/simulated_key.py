"""One key of a stream in Spark's place: a dictionary of panes and a set of timers."""

from entrostream.spark.streaming.panes import NEW, PanedKey


class Panes(dict):
    """A store of panes."""

    put = dict.__setitem__
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
        if len(times):
            key = self._key()
            panes = key.add(times, labels, watermark)
            if early is not None:
                early.extend(key.changed(panes, watermark, read))
            self.progress = key.progress
        found = []
        for timer in sorted(timer for timer in self.timers if timer <= watermark):
            key = self._key()
            found += key.complete(watermark, read)
            self.progress = key.progress
            self.timers.discard(timer)
        return found

    def _key(self):
        return PanedKey(self.rule, self.store, self.progress, self.timers.add)
