"""Playwright's assertions, which wait; without playwright the tests are skipped, loudly."""

import pytest

WAY_OUT = "no playwright, so the monitor's page is not tested; pip install playwright"

expect = pytest.importorskip("playwright.sync_api", reason=WAY_OUT).expect

__all__ = ["WAY_OUT", "expect"]
