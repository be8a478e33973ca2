"""A saved tree predicts on Spark what it predicts on one machine."""

import math
import random

import pytest

import entrostream as es
from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)
from tests.spark.availability import require_spark
from tests.spark.frames import frame_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402
from entrostream.spark.predictions import class_types, read_tree  # noqa: E402

TREES = [VFDTClassifier, HoeffdingAdaptiveTreeClassifier, EFDTClassifier, CVFDTClassifier]
DRAW = random.Random(11)
SKIES = ["blue", "grey", "red", None]
ROWS = [
    (DRAW.choice([None, math.nan, *range(17)]), DRAW.choice(SKIES), [number], number)
    for number in range(400)
]
ROWS = [(None if wind is None else float(wind), *rest) for wind, *rest in ROWS]
SCHEMA = "wind double, sky string, unused array<long>, number long"


def trained(kind=VFDTClassifier, classes=("sail", "stay")):
    """Return a tree that has learnt a rule of two attributes."""
    tree = kind(nominal_attributes=["sky"], grace_period=50)
    wind = [float(number % 17) for number in range(2000)]
    sky = [SKIES[number % 3] for number in range(2000)]
    stay = [w > 8 or s == "grey" for w, s in zip(wind, sky, strict=True)]
    tree.learn_many({"wind": wind, "sky": sky}, [classes[each] for each in stay])
    assert tree.n_leaves > 2
    return tree


def test_predictions_are_those_of_one_machine(spark):
    """Missing values among them; the other columns come back as they were."""
    tree = trained()
    frame = frame_of(spark, ROWS, SCHEMA, 3)

    rows = es.spark.predict(frame, tree.to_bytes()).collect()

    found = {row.number: row.prediction for row in rows}
    expected = [tree.predict_one({"wind": wind, "sky": sky}) for wind, sky, *_ in ROWS]
    assert found == dict(enumerate(expected))
    assert [row.unused for row in rows] == [[row.number] for row in rows]


@pytest.mark.parametrize(
    "classes", [(0, 1), (0.5, 1.5), (False, True)], ids=["integers", "floats", "bools"]
)
def test_classes_keep_their_type(spark, classes):
    """Without strings between."""
    tree = trained(classes=classes)

    result = es.spark.predict(frame_of(spark, [(3.0,), (16.0,)], "wind double"), tree, name="class")

    expected = tree.predict_many({"wind": [3.0, 16.0]}).tolist()
    assert [row["class"] for row in result.collect()] == expected
    assert type(result.first()["class"]) is type(classes[0])


def test_frame_without_attributes_and_tree_without_rows(spark):
    """The majority class, and null."""
    frame = frame_of(spark, [(1,)], "other long")

    assert es.spark.predict(frame, trained()).collect() == [(1, trained().predict_one({}))]
    assert es.spark.predict(frame, VFDTClassifier()).collect() == [(1, None)]


def test_stream_is_predicted(spark, tmp_path):
    """As a frame is."""
    frame_of(spark, [(3.0,), (16.0,)], "wind double").write.parquet(f"{tmp_path}/rows")
    stream = spark.readStream.schema("wind double").parquet(f"{tmp_path}/rows")
    tree = trained()

    query = (
        es.spark.predict(stream, tree)
        .writeStream.format("memory")
        .queryName("predicted")
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()

    found = {row.wind: row.prediction for row in spark.table("predicted").collect()}
    assert found == {wind: tree.predict_one({"wind": wind}) for wind in (3.0, 16.0)}


@pytest.mark.parametrize("kind", TREES)
def test_bytes_of_all_trees_are_read(kind):
    """Whichever class wrote them."""
    tree = trained(kind)

    assert read_tree(tree.to_bytes()) == tree


def test_damaged_tree_is_refused():
    """As by from_bytes."""
    with pytest.raises(es.StateError, match=r"^not an entrostream state: 1 byte, a header has 16$"):
        read_tree(b"?")


@pytest.mark.parametrize("classes", [["a", 1], [("a", "b")], [1, 0.5]], ids=str)
def test_classes_that_share_no_type_are_refused(classes):
    """Before the job starts."""
    with pytest.raises(TypeError, match=r"^the classes of the tree must all be strings, integers,"):
        class_types(classes)


def test_what_cannot_be_predicted_is_refused(spark):
    """In one sentence."""
    frame = frame_of(spark, [], "prediction long")

    with pytest.raises(ValueError, match=r"^there is a column 'prediction' already: pass name=$"):
        es.spark.predict(frame, trained())
    with pytest.raises(TypeError, match=r"^tree must be a tree of entrostream\.tree, got str$"):
        es.spark.predict(frame, "tree")
    with pytest.raises(TypeError, match=r"^frame must be a Spark DataFrame, got dict$"):
        es.spark.predict({}, trained())
