"""The recipes for Dask and Ray give the bits of one process, where the packages are installed."""

import re
from pathlib import Path

import pytest

import entrostream as es

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

PAGE = Path(__file__).resolve().parents[2] / "docs" / "spark.md"


def recipe(engine):
    """Return the program that the page has for an engine."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\nWith {engine}:\n")[2]
    return re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]


@pytest.fixture
def files(tmp_path):
    """Return Parquet files with a column of labels, and a tally of all."""
    tally = es.Tally()
    for number in range(4):
        labels = ["abc"[place % (number + 1) % 3] for place in range(100)]
        pq.write_table(pa.table({"label": labels}), tmp_path / f"{number}.parquet")
        tally.update_many(labels)
    return [str(path) for path in sorted(tmp_path.iterdir())], tally


@pytest.mark.parametrize("engine", ["Dask", "Ray"])
@pytest.mark.filterwarnings("ignore")  # of these packages
def test_recipe_gives_the_bits_of_one_process(engine, files):
    """As it is printed."""
    module = pytest.importorskip(engine.lower())
    paths, tally = files
    names = {"files": paths}

    exec(recipe(engine), names)
    if engine == "Ray":
        module.shutdown()

    assert names["total"].counts() == tally.counts()
    assert names["total"].entropy.hex() == tally.entropy.hex()
