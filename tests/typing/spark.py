"""Spark: frames in, frames out, and a state comes home as a summary."""

from pyspark.sql import DataFrame, SparkSession

import entrostream as es
import entrostream.spark
from entrostream.tree import VFDTClassifier


def session() -> SparkSession:
    return es.spark.session("local[2]", {"spark.sql.shuffle.partitions": 4})


def batch(frame: DataFrame) -> DataFrame:
    es.spark.mutual_information(frame, "x", "y", measures=["mutual_information", "gain_ratio"])
    es.spark.information_gain(frame, "x", "y", group_by=["host", "hour"], missing="label")
    return es.spark.entropy(frame, "x", group_by="host", measures="entropy")


def roll_up(frame: DataFrame) -> es.Tally | es.EntropySketch | es.ContingencyTable:
    hours = es.spark.states(frame, "x", group_by=["host", "hour"])
    es.spark.states(frame, ["x", "y"], kind="contingency")
    es.spark.states(frame, "x", kind="sketch", memory="16KiB")
    days: DataFrame = es.spark.merge_states(hours, group_by="host", measures=("entropy", "n"))
    return es.spark.read_state(days.collect()[0])


def predictions(frame: DataFrame, tree: VFDTClassifier, saved: bytes) -> DataFrame:
    return es.spark.predict(es.spark.predict(frame, tree), saved, name="again")
