"""Bad input is refused with one clear sentence, and nothing has changed."""

import math

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier, prequential
from tests.refusals import refused
from tests.tree.streams import columns, learned, rows

LATER = "name it in nominal_attributes of a new tree to take every value of it as a label"


@pytest.fixture(scope="module")
def grown():
    """Give a tree that has met numbers, words and bools."""
    return learned(VFDTClassifier(), rows(500))


ROWS = {
    "infinity": (
        {"height": math.inf},
        ValueError,
        "attribute 'height' must be a finite float, got inf; pass None where it is unknown",
    ),
    "minus infinity in NumPy's words": (
        {"age": np.float32("-inf")},
        ValueError,
        f"attribute 'age' must be a finite float, got {np.float32('-inf')!r}; "
        "pass None where it is unknown",
    ),
    "too large for a float": (
        {"age": 10**400},
        ValueError,
        f"attribute 'age' must be a finite float, got {'1' + '0' * 96}...; "
        "pass None where it is unknown",
    ),
    "word among numbers": (
        {"height": "tall"},
        TypeError,
        f"attribute 'height' is numeric since its first value, got 'tall' (str); {LATER}",
    ),
    "bool among numbers": (
        {"height": True},
        TypeError,
        f"attribute 'height' is numeric since its first value, got True (bool); {LATER}",
    ),
    "number among words": (
        {"colour": 2.5},
        TypeError,
        f"attribute 'colour' is nominal since its first value, got 2.5 (float); {LATER}",
    ),
    "number among bools": (
        {"member": 1},
        TypeError,
        f"attribute 'member' is nominal since its first value, got 1 (int); {LATER}",
    ),
    "list": (
        {"colour": ["red"]},
        TypeError,
        "attribute 'colour' must have values with a hash, got ['red'] (list)",
    ),
    "no mapping": (
        [1, 2],
        TypeError,
        "x must be a dict of attributes and their values, got [1, 2] (list)",
    ),
    "text": (
        "red",
        TypeError,
        "x must be a dict of attributes and their values, got 'red' (str)",
    ),
}


@pytest.mark.parametrize(("x", "error", "text"), ROWS.values(), ids=ROWS.keys())
@pytest.mark.parametrize("method", ["learn", "predict", "shares"])
def test_row_is_refused_wholly(grown, x, error, text, method):
    """To learn or to predict; even names and values that came before the bad one are forgotten."""
    if isinstance(x, dict):
        x = {"new": 5, "newer": "word", "colour": "mauve", **x}
    before = grown.copy()

    with refused(error, text):
        if method == "learn":
            grown.learn_one(x, "new class")
        elif method == "predict":
            grown.predict_one(x)
        else:
            grown.predict_proba_one(x)

    assert grown == before
    assert grown.to_bytes() == before.to_bytes()
    assert grown.attributes == before.attributes
    assert grown.classes == before.classes


def test_first_value_may_be_refused_too():
    """An attribute that nobody knows yet."""
    tree = VFDTClassifier()
    with refused(ValueError, ROWS["infinity"][2]):
        tree.learn_one({"height": math.inf}, "a")
    with refused(TypeError, ROWS["list"][2]):
        tree.learn_one({"colour": ["red"]}, "a")
    with refused(ValueError, "an attribute must have a name, got None"):
        tree.learn_one({None: 1}, "a")
    assert tree == VFDTClassifier()


@pytest.mark.parametrize("y", [None, math.nan], ids=repr)
def test_missing_class_is_refused(grown, y):
    """Nothing can be learned from it."""
    before = grown.copy()
    with refused(ValueError, f"y is missing ({y}); leave rows without a class out"):
        grown.learn_one({"height": 1.0, "new": 1}, y)
    with refused(ValueError, "y is missing at position 1; leave rows without a class out"):
        grown.learn_many({"height": [1.0, 2.0], "new": [1, 2]}, ["yes", y])
    assert grown == before


def test_class_without_a_hash_is_refused(grown):
    """As in a dict; of a column with its row."""
    before = grown.copy()
    with refused(TypeError, "label must be hashable, got [] (list)"):
        grown.learn_one({"new": 1.0}, [])
    for y in (["yes", []], np.array(["yes", {}], dtype=object)):
        shown = f"{y[1]!r} ({type(y[1]).__name__})"
        with refused(TypeError, f"label must be hashable, got {shown} at position 1"):
            grown.learn_many({"height": [1.0, 2.0], "new": [1, 2]}, y)
    assert grown == before


def test_values_without_a_hash_are_refused_with_their_attribute_and_row(grown):
    """In a column as in a row."""
    before = grown.copy()
    text = "attribute {!r} must have values with a hash, got ['red'] (list) at position 1"
    objects = np.array(["red", None], dtype=object)
    objects[1] = ["red"]
    for name in ("colour", "new"):
        for column in (["red", ["red"]], objects):
            with refused(TypeError, text.format(name)):
                grown.learn_many({name: column}, ["yes", "no"])
    assert grown == before


INTEGER = "weight must be an integer from 0 to 1073741824, got"
WAY_OUT = '; VFDTClassifier(weight_type="importance") takes any number'
FINITE = "weight must be a finite number, 0 or more, got"
HUGE = "1" + "0" * 96 + "..."
WEIGHTS = {  # for importances and for frequencies
    "half": (0.5, ValueError, None, f"{INTEGER} 0.5{WAY_OUT}"),
    "negative": (-3, ValueError, f"{FINITE} -3", f"{INTEGER} -3{WAY_OUT}"),
    "large": (2**31, ValueError, None, f"{INTEGER} 2147483648{WAY_OUT}"),
    "huge": (10**400, ValueError, f"{FINITE} {HUGE}", f"{INTEGER} {HUGE}{WAY_OUT}"),
    "nan": (math.nan, ValueError, f"{FINITE} nan", f"{INTEGER} nan{WAY_OUT}"),
    "infinity": (math.inf, ValueError, f"{FINITE} inf", f"{INTEGER} inf{WAY_OUT}"),
    "missing": (None, TypeError, *2 * ["weight must be a number, got None (NoneType)"]),
    "text": ("3", TypeError, *2 * ["weight must be a number, got '3' (str)"]),
    "bool": (True, TypeError, *2 * ["weight must be a number, got True (bool)"]),
}


@pytest.mark.parametrize("kind", ["importance", "frequency"])
@pytest.mark.parametrize(("w", "error", "text", "text_of_integer"), WEIGHTS.values(), ids=WEIGHTS)
def test_weight_is_refused(kind, w, error, text, text_of_integer):
    """Importances are finite and not negative, frequencies whole numbers of rows."""
    tree = learned(VFDTClassifier(weight_type=kind), rows(300))
    before = tree.copy()
    wording = text if kind == "importance" else text_of_integer
    if wording is None:
        tree.learn_one({"new": 1.0}, "new", w)
    else:
        with refused(error, wording):
            tree.learn_one({"new": 1.0}, "new", w)
    assert (tree == before) == (wording is not None)


def test_weights_of_columns_are_refused(grown):
    """With the row, and none of the rows is learned."""
    before = grown.copy()
    table = {"height": [1.0, 2.0, 3.0], "new": ["a", "b", "c"]}
    with refused(ValueError, f"{FINITE} -0.5 at position 2"):
        grown.learn_many(table, ["yes", "no", "new"], [1, 0, -0.5])
    with refused(ValueError, f"{FINITE} nan at position 1"):
        grown.learn_many(table, ["yes", "no", "new"], [1, None, 1])
    counting = VFDTClassifier(weight_type="frequency")
    with refused(ValueError, f"{INTEGER} 0.5 at position 2{WAY_OUT}"):
        counting.learn_many(table, ["yes", "no", "new"], [1, 0, 0.5])
    assert counting == VFDTClassifier(weight_type="frequency")
    with refused(ValueError, "weights and y differ in length: 2 and 3"):
        grown.learn_many(table, ["yes", "no", "new"], [1, 0])
    with refused(TypeError, "weights must be a column of numbers"):
        grown.learn_many(table, ["yes", "no", "new"], ["a", "b", "c"])
    assert grown == before


COLUMNS = {
    "infinity": (
        {"height": np.array([1.0, -math.inf])},
        ValueError,
        "attribute 'height' must be a finite float, got -inf at position 1; "
        "pass None where it is unknown",
    ),
    "infinity among objects": (
        {"height": [1.0, math.inf]},
        ValueError,
        "attribute 'height' must be a finite float, got inf at position 1; "
        "pass None where it is unknown",
    ),
    "words for numbers": (
        {"height": np.array(["tall", "short"])},
        TypeError,
        f"attribute 'height' is numeric since its first value, got a column of labels; {LATER}",
    ),
    "numbers for words": (
        {"colour": np.array([1, 2])},
        TypeError,
        f"attribute 'colour' is nominal since its first value, got a column of numbers; {LATER}",
    ),
    "a word among numbers": (
        {"other": [1.5, "tall"]},
        TypeError,
        "attribute 'other' is numeric since its first value, got 'tall' (str) at position 1; "
        f"{LATER}",
    ),
    "a number among words": (
        {"other": ["tall", 3]},
        TypeError,
        f"attribute 'other' is nominal since its first value, got 3 (int) at position 1; {LATER}",
    ),
    "columns of different lengths": (
        {"height": [1.0, 2.0], "age": [1]},
        ValueError,
        "attributes 'new' and 'age' differ in length: 2 and 1",
    ),
    "matrix of one dimension": (
        np.zeros(3),
        TypeError,
        "X must be a frame, a matrix, or a dict of columns, got ndarray of shape (3,); "
        "learn_one and predict_one take one row",
    ),
    "a single row": (
        {"height": 1.0, "new": "x"},
        TypeError,
        "attribute 'new' must be a column, got 'x' (str); learn_one and predict_one take one row",
    ),
    "a single number": (
        {"height": 1.0},
        TypeError,
        "attribute 'height' must be a column, got 1.0 (float); "
        "learn_one and predict_one take one row",
    ),
    "list of rows": (
        [{"height": 1.0}],
        TypeError,
        "X must be a frame, a matrix, or a dict of columns, got list; "
        "learn_one and predict_one take one row",
    ),
}


@pytest.mark.parametrize(("table", "error", "text"), COLUMNS.values(), ids=COLUMNS.keys())
@pytest.mark.parametrize("what", ["learn", "prequential"])
def test_columns_are_refused_wholly(grown, table, error, text, what):
    """Not one row of them is learned, and no name is kept."""
    if isinstance(table, dict):
        table = {"new": ["x", "y"], "member": [True, None], **table}
        table["colour"] = table.get("colour", ["mauve", "red"])
    before = grown.copy()

    with refused(error, text):
        if what == "learn":
            grown.learn_many(table, ["yes", "new class"])
        else:
            prequential(grown, table, ["yes", "new class"])

    assert grown == before
    assert grown.to_bytes() == before.to_bytes()


def test_columns_to_ask_are_refused_alike(grown):
    """What is not to be learned must still fit."""
    with refused(*COLUMNS["infinity"][1:]):
        grown.predict_many(COLUMNS["infinity"][0])
    with refused(*COLUMNS["words for numbers"][1:]):
        grown.predict_proba_many(COLUMNS["words for numbers"][0])


def test_classes_that_do_not_stand_beside_the_rows_are_refused(grown):
    """One for each row, in a column."""
    with refused(ValueError, "X and y differ in length: 2 and 3"):
        grown.learn_many({"height": [1.0, 2.0]}, ["yes"] * 3)
    with refused(TypeError, "y must be a column of classes, got 'yes'"):
        grown.learn_many({"height": [1.0, 2.0, 3.0]}, "yes")
    with refused(ValueError, "y must have one dimension, got shape (2, 1)"):
        grown.learn_many({"height": [1.0, 2.0]}, np.zeros((2, 1)))


def test_two_columns_of_one_name_are_refused(grown):
    """An attribute has one value in a row."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1.0, 2.0]], columns=["height", "height"])
    with refused(ValueError, "X has several columns 'height'"):
        grown.learn_many(frame, ["yes"])


PARAMETERS = {
    "rule": ("c45", ValueError, 'rule must be one of "evidence", "hoeffding", got \'c45\''),
    "delta": (0, ValueError, "delta must be above 0 and below 1, got 0"),
    "tau": (-0.1, ValueError, "tau must be 0 or more, got -0.1"),
    "grace_period": (-5, ValueError, "grace_period must be a positive integer, got -5"),
    "parent_counts": (1, TypeError, "parent_counts must be True or False, got 1 (int)"),
    "split_schedule": (
        "never",
        ValueError,
        'split_schedule must be one of "lazy", "every_row", "grace_period", got \'never\'',
    ),
    "splitter": (
        "hist",
        ValueError,
        'splitter must be one of "histogram", "gaussian", got \'hist\'',
    ),
    "leaf_prediction": (
        "majority",
        ValueError,
        'leaf_prediction must be one of "nba_path", "mc", "nb", "nba", got \'majority\'',
    ),
    "split_criterion": (
        "hellinger",
        ValueError,
        'split_criterion must be one of "info_gain", "gini", "gain_ratio", '
        "or a callable of a table of counts, got 'hellinger'",
    ),
    "explore": (2.5, TypeError, "explore must be an integer, got 2.5 (float)"),
    "memory_limit": (100, ValueError, "memory_limit must be at least 16384 bytes, got 100"),
    "max_values": (1, ValueError, "max_values must be at least 2, got 1"),
    "n_bins": (33, ValueError, "n_bins must be a power of two from 2 to 256, got 33"),
    "warm_up": (5000, ValueError, "warm_up must be from 2 to 1024, got 5000"),
    "nominal_attributes": (
        "colour",
        TypeError,
        "nominal_attributes must be a list of names or None, got 'colour'",
    ),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameter_out_of_range_is_refused(name):
    """At once, not in mid stream."""
    value, error, text = PARAMETERS[name]
    with refused(error, text):
        VFDTClassifier(**{name: value})


@pytest.mark.parametrize("delta", [1, 2, -1, math.nan, 0.0])
def test_delta_is_a_probability(delta):
    """Neither sure nor impossible."""
    with refused(ValueError, f"delta must be above 0 and below 1, got {delta}"):
        VFDTClassifier(delta=delta)


@pytest.mark.parametrize(
    ("text", "size"),
    [("10MiB", 10 * 2**20), ("512 kB", 512_000), ("1.5gb", 1_500_000_000), ("20000", 20_000)],
)
def test_memory_is_given_in_words(text, size):
    """Bytes with or without a unit."""
    assert VFDTClassifier(memory_limit=text).get_params()["memory_limit"] == size


@pytest.mark.parametrize("text", ["much", "10 parsec", "", "-5MB", "MiB"])
def test_memory_in_strange_words_is_refused(text):
    """The way out is in the message."""
    with refused(
        ValueError,
        'memory_limit must be a number of bytes, or a string such as "10MiB", "512kB" or "1.5GB", '
        f"got {text!r}",
    ):
        VFDTClassifier(memory_limit=text)


def test_prequential_takes_positive_numbers_of_rows(grown):
    """What it takes as a model is in test_prequential_models."""
    table, y = columns(rows(5))
    with pytest.raises(ValueError, match="every"):
        prequential(grown, table, y, every=0)
