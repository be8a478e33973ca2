"""Ways to hand labels to a summary, and what it counts then."""

import entrostream as es


def counted(labels, **options):
    """Return the counts after update_many, checked against trace, which reads columns as well."""
    tally, traced = es.Tally(**options), es.Tally(**options)
    tally.update_many(labels)
    assert len(traced.trace(labels, "n")) >= tally.n
    assert traced == tally
    return tally.counts()


def counted_one_by_one(labels, **options):
    """Return the counts after one update a label."""
    tally = es.Tally(**options)
    for label in labels:
        tally.update(label)
    return tally.counts()


def typed(counts):
    """Return the counts with the types of the labels, which == does not look at."""
    return sorted((type(label).__name__, repr(label), count) for label, count in counts.items())
