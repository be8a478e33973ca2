"""A week of logs by hour and host: states on Spark, rolled up to days, hosts and the whole week.

Spark counts the paths of each host and hour once, and stores a state for each. Days, hosts and
the week are merged from these states; the raw rows are not read again. One process counts the
same rows without Spark, and every value has the same bits.
"""

import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import entrostream as es

DAYS, HOSTS, ROWS = 7, ("web", "mail", "shop"), 60_000
NIGHT = 4  # the day on which a crawler reads the whole shop


def write_logs(folder: Path) -> None:
    """Write a Parquet file per day: the hour, the host and the path of each request."""
    random = np.random.default_rng(23)
    for day in range(DAYS):
        hosts = random.integers(0, len(HOSTS), ROWS)
        paths = np.minimum(random.zipf(1.6, ROWS), 500 + 100 * hosts)
        if day == NIGHT:
            crawled = (hosts == HOSTS.index("shop")) & (random.random(ROWS) < 0.5)
            paths[crawled] = random.integers(0, 20_000, crawled.sum())
        columns = {
            "day": np.full(ROWS, day),
            "hour": random.integers(0, 24, ROWS),
            "host": np.array(HOSTS)[hosts],
            "path": np.char.add("/page/", paths.astype("U")),
        }
        pq.write_table(pa.table(columns), folder / f"{day}.parquet")


def roll_up(spark, folder: Path) -> dict:
    """Return the entropy of each host and day, of each host, and of the week, by Spark."""
    logs = spark.read.parquet(str(folder))
    hours = es.spark.states(logs, "path", group_by=["host", "day", "hour"])
    hours.write.parquet(f"{folder}/states")  # what a nightly job would keep

    stored = spark.read.parquet(f"{folder}/states")
    days = es.spark.merge_states(stored, group_by=["host", "day"], measures="entropy")
    hosts = es.spark.merge_states(days, group_by="host", measures="entropy")
    found = {(row.host, row.day): row.entropy for row in days.collect()}
    found |= {(row.host, "week"): row.entropy for row in hosts.collect()}
    return found | {("all", "week"): es.spark.read_state(es.spark.merge_states(hosts)).entropy}


def one_process(folder: Path) -> dict:
    """Return the same without Spark, from the raw rows."""
    files = es.scan([str(folder / f"{day}.parquet") for day in range(DAYS)], "path")
    days = es.entropy(files, group_by=["host", "day"]).to_pylist()
    hosts = es.entropy(files, group_by="host").to_pylist()
    found = {(row["host"], row["day"]): row["entropy"] for row in days}
    found |= {(row["host"], "week"): row["entropy"] for row in hosts}
    return found | {("all", "week"): es.entropy(files)}


def main() -> None:
    """Print the entropies, and how many have the same bits both ways."""
    spark = es.spark.session("local[2]", {"spark.ui.enabled": "false", "spark.log.level": "OFF"})
    with tempfile.TemporaryDirectory() as folder:
        write_logs(Path(folder))
        rolled, alone = roll_up(spark, Path(folder)), one_process(Path(folder))
    spark.stop()

    print("entropy in bits   " + "".join(f"   day {day}" for day in range(DAYS)) + "     week")
    for host in HOSTS:
        values = [rolled[host, day] for day in [*range(DAYS), "week"]]
        print(f"{host:<18}" + "".join(f"{value:8.3f}" for value in values))
    print(f"{'all':<18}{'':56}{rolled['all', 'week']:8.3f}")
    equal = sum(rolled[key].hex() == alone[key].hex() for key in alone)
    print(f"{equal} of {len(alone)} values have the bits of one process")


if __name__ == "__main__":
    main()
