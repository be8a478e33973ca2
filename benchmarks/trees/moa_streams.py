"""Streams from MOA's own generators, through CapyMOA; run inside CapyMOA's environment.

python -m benchmarks.trees.moa_streams FOLDER NAME ...
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
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


def rbf(seed: int) -> Made:
    from capymoa.stream.generator import RandomRBFGenerator

    made = RandomRBFGenerator(
        model_random_seed=seed,
        instance_random_seed=seed,
        number_of_classes=5,
        number_of_attributes=10,
        number_of_centroids=50,
    )
    return take(made, N)


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


MAKERS: dict[str, Callable[[], Made]] = {
    "agrawal": lambda: agrawal(1, 6),
    "sea": lambda: sea(0, (1, 2, 3, 4)),
    "rbf": lambda: rbf(1),
    "led": lambda: led(0),
    "hyperplane": lambda: hyperplane(1),
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
    parts = [take(stream, rows) for stream in streams]
    attributes, classes, _ = parts[0]
    return attributes, classes, [row for part in parts for row in part[2]]


if __name__ == "__main__":
    main()
