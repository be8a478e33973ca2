"""Trees to draw, and what their pictures show, read back from the axes."""

import re

from entrostream.tree import VFDTClassifier
from tests.tree.streams import columns, rows


def grown(size, **options):
    """Return a tree that splits as often as it can, so that it has many leaves."""
    tree = VFDTClassifier(rule="hoeffding", tau=1.0, grace_period=20, **options)
    tree.learn_many(*columns(rows(size)))
    return tree


def texts(ax):
    return [text.get_text() for text in ax.texts]


def ends(ax):
    """Return what is written next to leaves and boxes."""
    return [text for text in texts(ax) if re.search(r"% of [\d,]+(, inactive)?$", text)]


def collection(ax, name):
    """Return what was drawn under a name."""
    (found,) = (each for each in ax.collections if each.get_gid() == name)
    return found


def leaves_of(end):
    """Return for how many leaves a line stands."""
    match = re.match(r"\+ ([\d,]+) leaves; ", end)
    return int(match[1].replace(",", "")) if match else 1


def rows_of(end):
    """Return how many rows a line stands for."""
    return int(re.search(r"% of ([\d,]+)", end)[1].replace(",", ""))


def heading(ax):
    return ax.get_legend().get_title().get_text()


def classes(ax):
    """Return the names in the legend."""
    return [text.get_text() for text in ax.get_legend().get_texts()]
