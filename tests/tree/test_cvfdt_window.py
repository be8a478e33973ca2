"""The counts of a CVFDT are those of its window's rows, counted again from the rows themselves."""

from collections import Counter

import pytest

from entrostream.tree import CVFDTClassifier
from tests.tree.streams import drifting, learned, rows


class Recount:
    """The rows of a stream, and from which one on each leaf of a tree has counted them.

    A leaf is known by its path: that of the node that its alternate belongs to, the row at which
    the alternate was started (0: the tree itself), and the tests below.
    """

    def __init__(self, window):
        self.window = window
        self.rows = []  # that were learned: (x, class, weight)
        self.first = {((), 0, ()): 0}  # row that a leaf counts first
        self.inner = set()

    def learn(self, tree, x, y, weight=1):
        """Let the tree learn a row, and note which leaves it has made."""
        changes = tree.n_changes
        tree.learn_one(x, y, weight)
        if weight:
            self.rows.append((x, y, weight))
        if tree.n_changes != changes:
            self.promote(tree.changes[-1])
        self.note(tree._nodes())

    def promote(self, change):
        """Make the leaves of an alternate those of the tree below the same node."""
        place = tuple(outcome(test) for test in change.conditions)
        old = [key for key in self.first if key[:2] == ((), 0) and starts(key[2], place)]
        for key in old:
            del self.first[key]
        self.inner = {
            key for key in self.inner if not (key[:2] == ((), 0) and starts(key[2], place))
        }
        for key in [key for key in self.first if key[:2] == (place, change.since)]:
            self.first[(), 0, place + key[2]] = self.first.pop(key)
        for key in [key for key in self.inner if key[:2] == (place, change.since)]:
            self.inner.add(((), 0, place + key[2]))

    def note(self, nodes):
        """Note new leaves: those of a split count from the next row on, those of a value now."""
        keys = dict(keys_of(nodes))
        now = len(self.rows)
        for key, node in keys.items():
            if not node["branches"] and key not in self.first:
                above = (*key[:2], key[2][:-1])
                self.first[key] = now - 1 if key[2] and above in self.inner else now
        self.first = {key: row for key, row in self.first.items() if key in keys}
        self.inner = {key for key, node in keys.items() if node["branches"]}

    def counts(self, nodes):
        """Return the classes of the rows of the window that each leaf has counted."""
        numbers = {number: key for key, number in numbers_of(nodes)}
        found = {key: Counter() for key in self.first}
        roots = [0, *(node["alternate"][0] for node in nodes if node and node["alternate"])]
        begin = max(0, len(self.rows) - self.window)
        for place, (x, y, weight) in enumerate(self.rows[begin:], begin):
            for root in roots_on_path(nodes, x, roots):
                key = numbers[end_of(nodes, root, x)]
                if self.first[key] <= place:
                    found[key][y] += weight
        return found


def starts(path, place):
    """Say whether a path begins with another."""
    return path[: len(place)] == place


def outcome(test):
    """Return a condition as a step of a path."""
    return (test.attribute, test.relation, test.value)


def step(node, test):
    """Return the branch of a node as a step of a path."""
    if node["threshold"] is not None:
        return (node["attribute"], "<=" if test else ">", node["threshold"])
    return (node["attribute"], "=", test[0])


def numbers_of(nodes):
    """Yield the key and the number of each node, alternates included."""
    open_nodes = [(0, (), 0, ())]
    while open_nodes:
        number, place, since, path = open_nodes.pop()
        node = nodes[number]
        yield (place, since, path), number
        open_nodes += [
            (child, place, since, (*path, step(node, test))) for child, test in node["branches"]
        ]
        if node["alternate"] is not None:
            root, begun, *_ = node["alternate"]
            open_nodes.append((root, path, begun, ()))


def keys_of(nodes):
    """Yield the key of each node, and the node."""
    for key, number in numbers_of(nodes):
        yield key, nodes[number]


def next_of(node, x):
    """Return the child that a row goes to: that of most rows if it lacks the attribute."""
    value = x.get(node["attribute"])
    if value is None:
        return node["default_child"]
    if node["threshold"] is not None:
        (child,) = (c for c, below in node["branches"] if below == (value <= node["threshold"]))
        return child
    (child,) = (c for c, test in node["branches"] if test == (value,))
    return child


def end_of(nodes, number, x):
    """Return the leaf that a row goes to."""
    while nodes[number]["branches"]:
        number = next_of(nodes[number], x)
    return number


def roots_on_path(nodes, x, roots):
    """Yield the root, and the alternates of the nodes on the path of a row."""
    yield 0
    number = 0
    while nodes[number]["branches"]:
        if nodes[number]["alternate"] is not None:
            yield nodes[number]["alternate"][0]
        number = next_of(nodes[number], x)


def require_counts(tree, recount):
    """All leaves, those of alternates too, have the counts of the rows; so has the root."""
    nodes = tree._nodes()
    found = recount.counts(nodes)
    total = Counter()
    for key, node in keys_of(nodes):
        if node["branches"]:
            continue
        shown = {y: n for y, n in zip(tree.classes, node["counts"], strict=True) if n}
        assert shown == dict(found[key]), key
        if key[:2] == ((), 0):
            total.update(shown)
    root = zip(tree.classes, nodes[0]["counts"], strict=True)
    assert {y: n for y, n in root if n} == dict(total)
    rules = Counter()
    for rule in tree.to_rules():
        rules.update(rule.counts)
    assert rules == total


STREAMS = {
    "drift": (drifting(4000, 1000), 500, None),
    "missing values": (drifting(4000, 1000, missing=0.1), 400, None),
    "small window": (drifting(3000, 1000, missing=0.05), 60, None),
    "weights": (drifting(4000, 1000), 500, [i * 7 % 4 for i in range(4000)]),
    "stationary": (rows(3000), 900, None),
}


@pytest.mark.parametrize(("stream", "window", "weights"), STREAMS.values(), ids=STREAMS.keys())
def test_counts_are_those_of_the_rows_in_the_window(stream, window, weights):
    """Class by class, in every leaf, since it was made: nothing is left of rows that have left."""
    tree = CVFDTClassifier(window=window, re_evaluation_period=100, explore=300)
    recount, leaves, alternates = Recount(window), 0, 0
    for i, (x, y) in enumerate(stream):
        recount.learn(tree, x, y, 1 if weights is None else weights[i])
        if i % 23 == 0:
            require_counts(tree, recount)
            assert tree.window_size == min(len(recount.rows), window)
            leaves = max(leaves, tree.n_leaves)
            alternates += tree.n_alternates > 0

    assert leaves > 3 or window < 100
    if stream is STREAMS["drift"][0]:
        assert alternates > 3
        assert tree.n_changes > 0


def test_tree_older_than_its_window_has_counted_all_of_it():
    """As long as no split has come since: the counts of the root are those of the window."""
    stream = rows(4000)
    tree, last, compared = CVFDTClassifier(window=400), None, 0
    shape, since = None, 0
    for i, (x, y) in enumerate(stream):
        tree.learn_one(x, y)
        shape = [key for key, _ in numbers_of(tree._nodes())]
        since = since + 1 if shape == last else 0
        last = shape
        if since >= 400 and i % 10 == 0:
            counted = Counter(y for _, y in stream[i - 399 : i + 1])
            root = zip(tree.classes, tree._nodes()[0]["counts"], strict=True)
            assert {y: n for y, n in root if n} == dict(counted)
            compared += 1

    assert compared > 50
    assert tree.n_leaves > 2


def test_counts_never_exceed_those_of_the_window():
    """Of each rule: no more rows of a class than the window has that fulfil it."""
    stream = drifting(4000, 1000)
    tree = CVFDTClassifier(window=300, re_evaluation_period=100)
    for i, (x, y) in enumerate(stream):
        tree.learn_one(x, y)
        if i % 100 == 99:
            window = stream[max(0, i - 299) : i + 1]
            for rule in tree.to_rules():
                counted = Counter(y for x, y in window if holds(rule, x))
                assert all(n <= counted[label] for label, n in rule.counts.items())


def holds(rule, x):
    """Say whether a row without missing values fulfils all conditions."""
    compare = {"<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "=": lambda a, b: a == b}
    return all(compare[test.relation](x[test.attribute], test.value) for test in rule.conditions)


def test_window_larger_than_the_stream_forgets_nothing():
    """All rows are in it."""
    stream = rows(1000)
    tree = learned(CVFDTClassifier(window=5000), stream)

    assert tree.window_size == 1000
    assert CVFDTClassifier().window_size == 0


def test_window_of_one_row_holds_the_last():
    """The smallest there is."""
    tree = learned(CVFDTClassifier(window=1, leaf_prediction="mc"), rows(50))
    tree.learn_one({"height": 1.0}, "new")

    assert tree.window_size == 1
    assert tree.to_rules()[0].counts == {"new": 1}
    assert tree.predict_one({}) == "new"


def test_rows_of_weight_0_are_not_in_the_window():
    """They are not learned."""
    tree = learned(CVFDTClassifier(window=10), rows(30))
    before = tree.to_bytes()
    tree.learn_one({"height": 0.0}, "no", 0)

    assert tree.to_bytes() == before
