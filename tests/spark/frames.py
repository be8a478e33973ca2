"""Frames for tests, and what one machine makes of their rows."""

import math

import entrostream as es


def frame_of(spark, rows, schema, partitions=None):
    """Return rows as a frame, shuffled into partitions by Spark if a number is given."""
    frame = spark.createDataFrame(rows, schema)
    return frame if partitions is None else frame.repartition(partitions)


def key_of(value):
    """Return a key in which NaN equals itself, and is not None."""
    return "nan" if isinstance(value, float) and math.isnan(value) else value


def tallies_of(rows, missing="skip", make=es.Tally):
    """Return a summary of the labels of each key, counted one by one on this machine."""
    tallies = {}
    for *key, label in rows:
        tally = tallies.setdefault(tuple(map(key_of, key)), make(missing=missing))
        tally.update(label)
    return tallies


def bits(summary):
    """Return the four measures with all their bits; of no labels, entropy and Gini are null."""
    values = [summary.entropy.hex(), summary.gini.hex()] if summary.n else [None, None]
    return (*values, summary.n, summary.distinct)


def measured(frame):
    """Return the same of each key of a result of `entrostream.spark.entropy`."""
    found = {}
    for row in frame.collect():
        *key, entropy, gini, n, distinct = row
        values = [None if each is None else each.hex() for each in (entropy, gini)]
        found[tuple(map(key_of, key))] = (*values, n, distinct)
    return found
