"""Names of contestants in the results, which the docs read too."""

OURS = "entrostream"
LIBRARY = "es.entropy(es.scan(...))"
READERS = ("Polars reads the field", "pyarrow reads the field")
COUNTED = "Polars reads and counts"
HELP = "entrostream --help"
DUCKDB, PANDAS = "DuckDB, entropy", "pandas, entropy"
MILLER, AWK = "Miller", "awk"
