"""Where the browser of this machine is."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
WAY_OUT = f"no Chromium ({', '.join(NAMES)}); on Debian: apt install chromium"
ARGUMENTS = ["--no-sandbox"]  # the pages are our own, and a sandbox needs rights that CI lacks


def find() -> str | None:
    """Return the path of the first one that is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
