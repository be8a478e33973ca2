"""DuckDB: SQL functions over lists, and queries with columns of results added.

>>> import duckdb, entrostream.duckdb
>>> con = duckdb.connect()
>>> entrostream.duckdb.register(con)
>>> con.sql("SELECT exact_entropy(list(x)) FROM (VALUES ('a'), ('b'), ('b')) t(x)").fetchall()
[(0.9182958340544896,)]
>>> query = "SELECT * FROM (VALUES (1, 'a'), (2, 'b'), (3, 'b')) t(i, x) ORDER BY i"
>>> entrostream.duckdb.rolling_entropy(con, query, 2, column="x").fetchall()
[(1, 'a', None), (2, 'b', 1.0), (3, 'b', 0.0)]
"""

from importlib import import_module

try:
    for _library in ("duckdb", "pyarrow"):
        import_module(_library)
except ImportError as error:
    raise ImportError(
        'entrostream.duckdb needs DuckDB and PyArrow: pip install "entrostream[duckdb]"'
    ) from error

from entrostream.duckdb.lists import register
from entrostream.duckdb.queries import (
    expanding_entropy,
    expanding_gini,
    rolling,
    rolling_entropy,
    rolling_gini,
)

__all__ = [
    "expanding_entropy",
    "expanding_gini",
    "register",
    "rolling",
    "rolling_entropy",
    "rolling_gini",
]


def __dir__() -> list[str]:
    return __all__
