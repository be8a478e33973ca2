"""Work in several threads, which ends soon in all of them if it is interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from entrostream._core import Halt

__all__ = ["in_threads"]

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_threads(threads: int, work: Callable[[Part], Result], parts: Iterable[Part]) -> list[Result]:
    """Return work(part) for each part, in their order."""
    halt = Halt()
    with ThreadPoolExecutor(threads) as pool:
        try:
            futures = [begun(pool, halt, work, part) for part in parts]
            return [future.result() for future in futures]
        except BaseException:
            halt.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def begun(
    pool: ThreadPoolExecutor, halt: Halt, work: Callable[[Part], Result], part: Part
) -> Future[Result]:
    """Return what will be work(part)."""
    try:
        return pool.submit(halt.run, work, part)
    except RuntimeError:  # the interpreter shuts down: it gives no threads any more
        future: Future[Result] = Future()
        future.set_result(work(part))
        return future
