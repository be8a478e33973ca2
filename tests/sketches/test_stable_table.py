"""The variates of the entropy sketch have the law that its estimates assume."""

import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "core" / "sketch"
pytest.importorskip("scipy")
SCRIPT = runpy.run_path(str(FOLDER / "make_stable_table.py"))


@pytest.fixture(scope="module")
def tables():
    """Return the coefficients and values of the script."""
    return SCRIPT["tables"]()


def test_table_is_that_of_the_script(tmp_path):
    """Nothing is edited by hand."""
    SCRIPT["main"](tmp_path)

    for name in ("stable_table.hpp", "stable_table.cpp"):
        assert (tmp_path / name).read_text() == (FOLDER / name).read_text()


@pytest.mark.parametrize("t", [1e-6, 1e-3, 0.1, 0.5, 1.0, 1.5])
def test_laplace_transform_is_that_of_the_law(tables, t):
    """E exp(t R) = t^t, from which a register of any stream has the law of R - H."""
    chance, values = SCRIPT["law"](*tables)

    assert chance.sum() == pytest.approx(1, abs=1e-12)
    assert np.log(chance @ np.exp(t * values)) == pytest.approx(t * np.log(t), abs=1e-5)


def test_quantiles_are_those_of_another_sampler(tables):
    """Chambers, Mallows and Stuck's formula, sampled."""
    rng = np.random.default_rng(1)
    t, w = rng.uniform(0, np.pi, 400_000), rng.exponential(size=400_000)
    sample = np.sort(np.log(np.sin(t) / (np.pi - t)) - (np.pi - t) / np.tan(t) + np.log(w))
    chance, values = SCRIPT["law"](*tables)
    order = np.argsort(values)
    below = np.cumsum(chance[order])

    for p in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999):
        share = np.searchsorted(sample, values[order][np.searchsorted(below, p)]) / sample.size
        assert share == pytest.approx(p, abs=5 * np.sqrt(p * (1 - p) / sample.size) + 1e-4)


def test_moments_of_the_log_mean_are_those_of_a_sample(tables):
    """The bias and the variance of the estimate of a bucket."""
    rng = np.random.default_rng(2)
    t, w = rng.uniform(0, np.pi, (200_000, 16)), rng.exponential(size=(200_000, 16))
    r = np.log(np.sin(t) / (np.pi - t)) - (np.pi - t) / np.tan(t) + np.log(w)
    sample = -np.log(np.mean(np.exp(r), axis=1))
    bias, variance = SCRIPT["log_mean_moments"](*SCRIPT["law"](*tables))

    assert bias == pytest.approx(sample.mean(), abs=5 * np.sqrt(variance / sample.size))
    assert variance == pytest.approx(sample.var(), rel=0.02)
