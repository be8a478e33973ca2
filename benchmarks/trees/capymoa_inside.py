"""MOA's models over a stream in CapyMOA's Java loop; run in its environment by peers.py."""

from __future__ import annotations

import json
import os
import sys
import time

from benchmarks.trees.scores import right_by_block


def main() -> None:
    options = json.loads(sys.argv[1])
    if options["all_cores"] and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))  # before Java starts and counts them
    print(json.dumps([once(options) for _ in range(options["repeats"])]))


def once(options: dict) -> dict[str, object]:
    import capymoa.classifier
    from capymoa.evaluation import prequential_evaluation
    from capymoa.stream import ARFFStream
    from java.lang import System

    stream = ARFFStream(options["arff"])
    make = getattr(capymoa.classifier, options["model"])
    model = make(schema=stream.get_schema(), **settings(options))
    if options["collect"]:
        System.gc()
    start = time.process_time()
    found = prequential_evaluation(
        stream,
        model,
        max_instances=options["rows"],
        window_size=10_000,
        optimise=True,
        store_predictions=options["by_block"],
        store_y=options["by_block"],
    )
    cpu = time.process_time() - start
    total = found["cumulative"]
    scored = {"accuracy": total.accuracy(), "kappa": total.kappa(), "cpu": [cpu]}
    if options["by_block"]:
        predicted, truth = found.predictions().tolist(), found.ground_truth_y().tolist()
        scored |= {"rows": len(truth), "right": right_by_block(predicted, truth)}
    return scored


def settings(options: dict) -> dict[str, object]:
    seeded = {} if options["seed"] is None else {"random_seed": options["seed"]}
    if not options["moa_defaults"]:
        return seeded
    own = {"confidence": 1e-7, "disable_prepruning": False, "stop_mem_management": False}
    return {**seeded, **own}


if __name__ == "__main__":
    main()
