"""Spark: the exact measures of frames and streams that are spread over machines.

>>> session = es.spark.session("local[2]")
>>> frame = session.createDataFrame([("a",), ("b",), ("b",)], ["x"])
>>> es.spark.entropy(frame, "x", measures="entropy").collect()
[Row(entropy=0.9182958340544896)]
"""

from importlib import import_module

try:
    for _library in ("pyspark", "pyarrow", "pandas"):
        import_module(_library)
except ImportError as error:
    raise ImportError(
        'entrostream.spark needs PySpark, PyArrow and pandas: pip install "entrostream[spark]"'
    ) from error

from entrostream.spark.batch import entropy, information_gain, mutual_information
from entrostream.spark.predictions import predict
from entrostream.spark.session import session
from entrostream.spark.states import merge_states, read_state, states
from entrostream.spark.streaming import stream

__all__ = [
    "entropy",
    "information_gain",
    "merge_states",
    "mutual_information",
    "predict",
    "read_state",
    "session",
    "states",
    "stream",
]


def __dir__() -> list[str]:
    return __all__
