"""A user's program over the namespaces of dataframes, for type checkers; it is not run."""

from __future__ import annotations

import datetime as dt
from typing import Any

import duckdb
import polars as pl

import entrostream.duckdb as sql
from entrostream.columns.options import Measure, Missing
from entrostream.pandas import Entro, Rolling, Windows
from entrostream.polars import entro

missing: Missing = "label"
measures: list[Measure] = ["entropy", "renyi2"]

# pandas
series: Any = None  # of pandas, whose stubs are a package of their own
accessor = Entro(series)
rolling: Rolling = accessor.rolling(2, min_periods=1, closed="left", group_by=[1, 1, 2])
windows: Windows = accessor.fading(halflife=3.5, missing=missing)
rolling.entropy(base=10)
rolling.agg(measures)
windows.agg(["effective_size"], base=10)
accessor.resample("10min", on=["12:00", "12:01", "12:02"]).gini()
accessor.divergence(["a"], method="kullback-leibler", unseen=0.5)

# Polars
column = entro(pl.col("x"))
column.rolling_entropy(2, min_samples=1, group_by="key", base=10)
column.rolling_measures_by("t", dt.timedelta(minutes=1), measures=measures, closed="none")
column.cum_gini(weights="w", missing=missing)
column.fading_measures(fading_factor=0.9, measures=["n", "effective_size"])
column.fading_entropy_by("t", half_life="10m")
column.rolling_divergence(5, reference="previous", weighting="rows")

# DuckDB
connection = duckdb.connect()
sql.register(connection)
relation: duckdb.DuckDBPyRelation = sql.rolling_entropy(
    connection, "SELECT 1 AS x", 2, group_by="x", missing="raise", base=10
)
several: duckdb.DuckDBPyRelation = sql.rolling(
    connection, relation, "1h", times="t", every="10min", measures=measures, late="drop"
)
all_rows: duckdb.DuckDBPyRelation = sql.expanding_gini(connection, relation, column="x")
