"""Streams from MOA's own generators, through CapyMOA; run inside CapyMOA's environment.

python -m benchmarks.trees.moa_streams FOLDER NAME ...
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.trees.stream_files import Attribute, Rows, write

N = 100_000
Made = tuple[list[Attribute], int, Rows]


def main() -> None:
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        write(folder, name, *MAKERS[name]())


def agrawal(seed: int, function: int, rows: int = N) -> Made:
    from capymoa.stream.generator import AgrawalGenerator

    made = AgrawalGenerator(
        instance_random_seed=seed,
        classification_function=function,
        peturbation=0.05,  # CapyMOA spells it so
    )
    return take(made, rows)


def sea(seed: int, functions: Sequence[int]) -> Made:
    from capymoa.stream.generator import SEA

    parts = [
        SEA(instance_random_seed=seed + place, function=function, noise_percentage=10)
        for place, function in enumerate(functions)
    ]
    return chain(parts, N // len(parts))


def rbf(seed: int, rows: int = N) -> Made:
    from capymoa.stream.generator import RandomRBFGenerator

    made = RandomRBFGenerator(
        model_random_seed=seed,
        instance_random_seed=seed,
        number_of_classes=5,
        number_of_attributes=10,
        number_of_centroids=50,
    )
    return take(made, rows)


def led(seed: int) -> Made:
    from capymoa.stream.generator import LEDGeneratorDrift

    parts = [
        LEDGeneratorDrift(
            instance_random_seed=seed + place,
            noise_percentage=10,
            number_of_attributes_with_drift=drifting,
        )
        for place, drifting in enumerate((1, 3, 5, 7))
    ]
    return chain(parts, N // 4)


def hyperplane(seed: int) -> Made:
    from capymoa.stream.generator import HyperPlaneClassification

    made = HyperPlaneClassification(
        instance_random_seed=seed,
        number_of_attributes=10,
        number_of_drifting_attributes=10,
        magnitude_of_change=0.001,
        noise_percentage=5,
    )
    return take(made, N)


def agrawal_drift(seed: int) -> Made:
    """Return functions 1, 2, 3, 4 and 7, an abrupt change after each."""
    return joined([agrawal(seed + each, each, N // 5) for each in (1, 2, 3, 4, 7)])


def rbf_drift(seed: int) -> Made:
    """Return four sets of centroids, an abrupt change after each."""
    return joined([rbf(seed + place, N // 4) for place in range(4)])


def rbf_moving(seed: int) -> Made:
    """Return rows of centroids that move all the time."""
    from capymoa.stream.generator import RandomRBFGeneratorDrift

    made = RandomRBFGeneratorDrift(
        model_random_seed=seed,
        instance_random_seed=seed,
        number_of_classes=5,
        number_of_attributes=10,
        number_of_centroids=50,
        number_of_drifting_centroids=50,
        magnitude_of_change=0.0005,
    )
    return take(made, N)


# Makers by name, and the seeds of their five repetitions, the first for the plain name. Streams in
# several parts use the seeds that follow, too.
REPEATED: dict[str, tuple[Callable[[int], Made], Sequence[int]]] = {
    "agrawal": (lambda seed: agrawal(seed, 6), (1, 2, 3, 4, 5)),
    "sea": (lambda seed: sea(seed, (1, 2, 3, 4)), (0, 10, 20, 30, 40)),
    "rbf": (rbf, (1, 2, 3, 4, 5)),
    "led": (led, (0, 10, 20, 30, 40)),
    "hyperplane": (hyperplane, (1, 2, 3, 4, 5)),
    "agrawal_drift": (agrawal_drift, (300, 400, 500, 600, 700)),
    "rbf_drift": (rbf_drift, (311, 411, 511, 611, 711)),
    "rbf_moving": (rbf_moving, (321, 421, 521, 621, 721)),
}


def repetitions() -> dict[str, Callable[[], Made]]:
    return {
        f"{name}_seed{place}" if place > 1 else name: partial(make, seed)
        for name, (make, seeds) in REPEATED.items()
        for place, seed in enumerate(seeds, 1)
    }


MAKERS: dict[str, Callable[[], Made]] = {
    **repetitions(),
    "agrawal_s2": lambda: agrawal(101, 2),
    "sea_s2": lambda: sea(101, (3, 1, 4, 2)),
    "rbf_s2": lambda: rbf(101),
    "led_s2": lambda: led(101),
    "hyperplane_s2": lambda: hyperplane(101),
    "agrawal_s3": lambda: agrawal(202, 4),
    "sea_s3": lambda: sea(202, (3, 1, 4, 2)),
    "rbf_s3": lambda: rbf(202),
    "led_s3": lambda: led(202),
    "hyperplane_s3": lambda: hyperplane(202),
}


def take(stream: Any, rows: int) -> Made:
    """Return the next rows; numbers with six digits behind the point, in every file alike."""
    schema = stream.get_schema()
    header = schema.get_moa_header()
    columns = [header.attribute(place) for place in range(schema.get_num_attributes())]
    attributes = [
        Attribute(str(each.name()), each.numValues() if each.isNominal() else 0) for each in columns
    ]
    made = []
    for _ in range(rows):
        instance = stream.next_instance()
        cells = zip(instance.x, attributes, strict=True)
        made.append([text(value, attribute) for value, attribute in cells])
        made[-1].append(str(int(instance.y_index)))
    return attributes, schema.get_num_classes(), made


def text(value: float, attribute: Attribute) -> str:
    return str(int(value)) if attribute.values else repr(round(float(value), 6))


def chain(streams: Sequence[Any], rows: int) -> Made:
    """Put streams one after the other: an abrupt change after each."""
    return joined([take(stream, rows) for stream in streams])


def joined(parts: Sequence[Made]) -> Made:
    attributes, classes, _ = parts[0]
    return attributes, classes, [row for part in parts for row in part[2]]


if __name__ == "__main__":
    main()
