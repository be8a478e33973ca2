"""Sketches of whole columns, groups and files."""

import numpy as np
import pytest

import entrostream as es


def test_columns_of_few_labels_are_exact():
    """With memory= the values are those without, for every kind of input."""
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    labels = [i * i % 13 for i in range(500)]
    keys = [i % 4 for i in range(500)]
    for make in (list, np.array, pd.Series, pl.Series, pa.array):
        column, groups = make(labels), make(keys)
        assert es.entropy(column, memory="16KiB") == es.entropy(column)
        assert es.gini(column, memory="16KiB") == es.gini(column)
        assert str(es.entropy(column, group_by=groups, memory="4KiB")) == str(
            es.entropy(column, group_by=groups)
        )
    frame = pd.DataFrame({"x": labels, "y": keys, "key": keys})
    pd.testing.assert_frame_equal(
        es.entropy(frame, group_by="key", memory="4KiB"), es.entropy(frame, group_by="key")
    )


def test_wide_columns_are_estimated():
    """Within the error of the sketch, also in groups, with weights and in chunks."""
    labels = np.random.default_rng(1).zipf(1.1, 200_000) % 1_000_000
    keys = np.arange(200_000) % 2
    exact = es.entropy(labels)

    assert es.entropy(labels, memory="16KiB") == pytest.approx(exact, abs=0.3)
    assert es.entropy(iter(np.array_split(labels, 9)), memory="16KiB") == pytest.approx(
        exact, abs=0.3
    )
    weighted = es.entropy(labels, weights=np.full(labels.size, 2.0), memory="16KiB")
    assert weighted == pytest.approx(exact, abs=0.3)
    groups, found = (
        es.entropy(labels, group_by=keys),
        es.entropy(labels, group_by=keys, memory="16KiB"),
    )
    for key, value in groups.items():
        assert found[key] == pytest.approx(value, abs=0.3)


def test_files_are_estimated_group_by_group(tmp_path):
    """Over es.scan: the values of the columns in memory."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    labels = [f"label {i * i % 9973}" for i in range(50_000)]
    table = pa.table({"label": labels, "key": [i % 3 for i in range(50_000)]})
    path = str(tmp_path / "rows.parquet")
    pq.write_table(table, path, row_group_size=7_000)

    by_file = es.entropy(es.scan(path), group_by="key", memory="8KiB")
    in_memory = es.entropy(table, group_by="key", memory="8KiB")

    assert by_file == in_memory
    assert es.entropy(es.scan(path), memory="8KiB")["label"] == es.entropy(labels, memory="8KiB")


def test_memory_and_intervals_do_not_combine():
    """An error says what to do."""
    with pytest.raises(ValueError, match="memory= cannot be combined with every="):
        es.entropy("ab", every="10min", times=[0, 1], memory="4KiB")
    with pytest.raises(ValueError, match="memory must be at least 2048 bytes"):
        es.entropy("ab", memory=100)


def test_tally_becomes_a_sketch():
    """Exact as far as its labels fit; labels without a key are refused."""
    few, many = es.Tally("abracadabra"), es.Tally(np.arange(100_000))

    assert few.to_sketch().entropy == few.entropy
    assert few.to_sketch().most_common(1) == [("a", 5, 5)]
    sketch = many.to_sketch("16KiB", seed=3)
    assert sketch.seed == 3
    low, high = sketch.entropy_estimate().interval(0.9999)
    assert low <= many.entropy <= high + 1e-12
    with pytest.raises(TypeError, match="a sketch cannot hash"):
        es.Tally([1j]).to_sketch()
