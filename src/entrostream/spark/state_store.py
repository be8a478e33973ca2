"""The state store of streams: RocksDB, which has the timers and maps that `stream` needs."""

from __future__ import annotations

from typing import Any

__all__ = ["PROVIDER", "ROCKSDB", "require_rocksdb"]

PROVIDER = "spark.sql.streaming.stateStore.providerClass"
ROCKSDB = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"


def require_rocksdb(frame: Any) -> None:
    """Refuse a frame of a session that has another state store.

    The setting is not changed here: it would be changed for all queries of the session.
    """
    provider = frame.sparkSession.conf.get(PROVIDER, "")
    if "RocksDB" not in provider:
        raise ValueError(
            f"the state needs RocksDB, and the session has {provider.rpartition('.')[2] or 'none'}"
            f': call spark.conf.set("{PROVIDER}", "{ROCKSDB}")'
        )
